"""Read prompts from template files and fill in their variables."""
