"""The artifacts that a model fills, one stage a file."""
