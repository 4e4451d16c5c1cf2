"""Read books from files in many formats, with limits on size, memory and time."""
