"""The database and the files of a project."""
