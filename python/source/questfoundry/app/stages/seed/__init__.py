"""SEED."""
