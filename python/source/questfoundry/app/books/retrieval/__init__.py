"""Find the excerpts of a book that a model needs to answer a reader's question."""
