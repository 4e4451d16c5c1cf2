"""One stage a file: what it needs, asks, checks and adds to the story."""
