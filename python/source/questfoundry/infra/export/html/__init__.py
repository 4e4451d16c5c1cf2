"""The HTML player: a page with a story in it."""
