"""Solver for playable structures: single playthroughs, and exact answers about all of them."""
