"""Weaving: from the plan of SEED to a structure that can be played; pure functions, no model."""
