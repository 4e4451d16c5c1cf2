"""The studio: a conversation about a project, whose agent answers or launches runs."""
