"""Play a story, in the terminal or in another view."""
