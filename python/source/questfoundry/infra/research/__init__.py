"""Offer models tools for research on the web, in texts on interactive fiction and in books."""
