"""A run: opened in one place, asked through in one place, and accounted for."""
