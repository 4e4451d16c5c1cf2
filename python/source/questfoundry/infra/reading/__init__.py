"""Readers of the formats of imported stories: Twee, Twine's HTML, compiled ink and our own JSON."""
