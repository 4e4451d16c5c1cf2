"""Books that a story draws on: pages, chunks, what a search finds, and how far one may read."""
