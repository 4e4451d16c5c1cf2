"""An author's outline: its points, its names, and how much of it a plan covers."""
