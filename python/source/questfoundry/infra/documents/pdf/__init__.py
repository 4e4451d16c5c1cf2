"""Read PDF files: text by its place on the page, printed page numbers, and running heads."""
