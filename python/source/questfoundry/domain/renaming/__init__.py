"""Rename an entity: in sentences, and in the ids derived from its name."""
