"""The public classes with which programs use a project."""
