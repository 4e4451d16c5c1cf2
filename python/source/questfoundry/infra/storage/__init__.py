"""Store a project: in the database ``story.db`` and in the project's files."""
