"""Simulate single playthroughs of a story, and prove exact facts about all of its playthroughs."""
