"""Chat providers, and the decorators around them."""
