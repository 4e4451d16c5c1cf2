"""Define the books that a story draws on.

This includes pages, chunks, search results, and the horizon (the last page that a reader may see).
"""
