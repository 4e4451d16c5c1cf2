"""The author's books: putting them in, finding passages, and talking with them."""
