"""The parsers that read books from files, with limits on size, memory and time."""
