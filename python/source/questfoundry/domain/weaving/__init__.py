"""Weaving: build the playable passage graph from the plan of SEED, with pure functions and no model."""
