"""SHIP: export of a finished story to files that others can read and play."""
