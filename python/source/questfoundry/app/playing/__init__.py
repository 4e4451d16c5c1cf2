"""Playing a story in the terminal, or wherever a view shows it."""
