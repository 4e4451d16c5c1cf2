"""SEED: the plan of the story."""
