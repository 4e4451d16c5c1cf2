"""Check, count and inspect the structure of a story, and check the prose of its passages."""
