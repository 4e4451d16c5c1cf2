"""Define the books that a story draws on: their pages, chunks, excerpts and citations."""
