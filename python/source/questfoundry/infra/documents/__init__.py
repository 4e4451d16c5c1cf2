"""Reads books out of files: one module a format, each with bounds on what it takes."""
