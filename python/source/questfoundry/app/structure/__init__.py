"""Check, count and inspect the structure of a story, which needs no prose."""
