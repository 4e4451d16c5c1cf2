"""Weave SEED's plan into the playable graph of passages, in pure functions without a model."""
