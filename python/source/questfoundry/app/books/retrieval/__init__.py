"""How a talk with a book comes to the excerpts that it needs."""
