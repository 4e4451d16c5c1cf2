"""FILL."""
