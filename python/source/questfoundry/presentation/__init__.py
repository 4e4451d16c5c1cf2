"""Hold what all doors share: words, progress, remedies' labels, and the frame of a command."""
