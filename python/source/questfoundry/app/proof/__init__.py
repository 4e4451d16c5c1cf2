"""Prove the text of a finished story: take facts out of it, and let a model judge the clashes."""
