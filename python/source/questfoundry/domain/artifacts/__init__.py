"""Define the artifacts (results of stages) that models fill in, one file per stage."""
