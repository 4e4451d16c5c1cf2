"""Find the excerpts for an answer in a book chat."""
