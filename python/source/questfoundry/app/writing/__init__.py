"""Writing, reviewing and rewriting the prose of passages."""
