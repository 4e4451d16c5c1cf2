"""The artifacts that models fill, one file per stage."""
