"""Turn the story plan of the stage SEED into the playable graph of passages, without a model."""
