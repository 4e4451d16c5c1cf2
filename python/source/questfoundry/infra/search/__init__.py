"""Search in the chunks of books: by words, by embedding vectors, and by both."""
