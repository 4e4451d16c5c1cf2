"""Finding the names of people, places and things in a text by rules."""
