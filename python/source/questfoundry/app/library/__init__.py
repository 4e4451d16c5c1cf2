"""Use cases of the library: putting books in, finding passages, and talking with them."""
