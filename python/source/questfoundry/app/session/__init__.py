"""The studio: a conversation over a project, whose agent answers by itself or launches runs."""
