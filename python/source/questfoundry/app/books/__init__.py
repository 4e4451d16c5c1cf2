"""The author's books: putting them in, finding excerpts, and talking with them."""
