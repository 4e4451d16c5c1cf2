"""Models by name, what they can do, and which one is chosen."""
