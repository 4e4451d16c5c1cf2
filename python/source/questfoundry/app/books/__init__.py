"""The author's books: import, search and conversations about a book."""
