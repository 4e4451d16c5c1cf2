"""FILL writes: a request for each passage, its revisions, and all passages side by side."""
