"""SHIP: a finished story becomes files that others can read and play."""
