"""Running single stages and the whole pipeline."""
