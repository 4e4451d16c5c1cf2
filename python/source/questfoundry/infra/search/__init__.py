"""Finding chunks of books: by their words, by their meaning, and by both."""
