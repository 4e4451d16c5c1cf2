"""Rename an entity: replace its name in sentences, and change the ids derived from the name."""
