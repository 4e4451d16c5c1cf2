"""Define the artifacts that models fill in, one file per stage."""
