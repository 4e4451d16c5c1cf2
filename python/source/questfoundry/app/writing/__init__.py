"""Write, review and rewrite the prose of passages."""
