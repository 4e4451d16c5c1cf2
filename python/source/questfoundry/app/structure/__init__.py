"""Checks, counts and inspection of a story's structure, which needs no prose."""
