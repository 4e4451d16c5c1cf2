"""The one tool loop, with its tools and its guard."""
