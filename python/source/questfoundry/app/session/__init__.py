"""The studio: a conversation about a project, with an agent that answers or launches runs."""
