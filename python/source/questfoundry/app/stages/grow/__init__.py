"""GROW."""
