"""Weaving: build the playable passage graph from SEED's plan, in pure functions without a model."""
