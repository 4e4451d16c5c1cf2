"""Edits of a story that an author makes one at a time."""
