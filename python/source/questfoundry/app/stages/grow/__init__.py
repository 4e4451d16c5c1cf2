"""GROW: the passages and choices of the story."""
