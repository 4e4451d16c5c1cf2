"""Define the values that make up a story: what the stages have decided so far."""
