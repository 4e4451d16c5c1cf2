"""A run: opened once, asked through, accounted for."""
