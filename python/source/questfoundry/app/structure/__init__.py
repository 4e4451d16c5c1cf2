"""Check, count and inspect the structure of a story, its passages and choices, without prose."""
