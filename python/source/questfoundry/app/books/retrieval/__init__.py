"""How a talk with a book comes to the passages it needs."""
