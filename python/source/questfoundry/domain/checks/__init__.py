"""The laws of a structure, and what breaks them."""
