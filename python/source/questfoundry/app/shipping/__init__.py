"""Export a finished story to files that others can read and play (the stage SHIP)."""
