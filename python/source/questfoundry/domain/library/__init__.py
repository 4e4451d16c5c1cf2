"""Define books that a story draws on: pages, chunks, search results, and the reader's horizon."""
