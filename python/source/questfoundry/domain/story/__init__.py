"""The story: what is decided so far."""
