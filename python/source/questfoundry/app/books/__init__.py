"""Import the author's books, search them, and hold conversations about them."""
