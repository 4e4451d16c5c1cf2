"""BRAINSTORM: entities and dilemmas."""
