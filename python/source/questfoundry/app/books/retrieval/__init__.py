"""Find the excerpts of a book from which a model answers a reader."""
