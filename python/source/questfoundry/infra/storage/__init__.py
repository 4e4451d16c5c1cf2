"""The storage of a project: the database ``story.db`` and the project's files."""
