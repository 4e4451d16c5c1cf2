"""Search in the text chunks of books: by words, by embedding vectors, and by both."""
