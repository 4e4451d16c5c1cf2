"""The values of a story: what the stages have decided so far."""
