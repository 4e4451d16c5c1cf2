"""How passages of a book come before a model."""
