"""The research tools: search the web, read web pages, search texts on the craft, search books.

The craft is that of interactive fiction; the books are those that the author added.
"""
