"""Parse books from files, with limits on size, memory and time."""
