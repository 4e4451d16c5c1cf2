"""Compose all material with all kinds of people and things, and report what is wrong with it."""
