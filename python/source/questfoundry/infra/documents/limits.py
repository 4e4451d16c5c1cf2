"""Limit the size of books, so that no book fills the memory; real books stay below the limits."""

from collections.abc import Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import Piece, paginate
from questfoundry.domain.library.text import LONGEST_HEADING

LARGEST_FILE = 100_000_000
"""The most bytes of a book file, as stored on disk or on the web."""

LARGEST_UNPACKED = 200_000_000
"""The most bytes unpacked from an archive, counted during unpacking."""

MOST_PIECES = 1_000_000
"""The most paragraphs of a book; each needs far more memory than its letters."""

LARGEST_TEXT = 32_000_000
"""The most characters of a book: ten times War and Peace."""


def build_book(
    file: BookFile,
    pieces: Sequence[Piece],
    *,
    title: str = "",
    author: str = "",
    language: str = "",
) -> ParsedBook:
    """Return the book in ``pieces``, divided into pages; raise ``InputError`` if too large."""
    if len(pieces) > MOST_PIECES:
        raise InputError(
            f"{file.name!r} has more than {MOST_PIECES:,} paragraphs, too many for a book. "
            "Check where it comes from; if it is a book, split it and add the parts."
        )
    check_text(file, sum(len(piece.text) for piece in pieces if isinstance(piece, Paragraph)))
    paging = paginate(pieces)
    return ParsedBook(
        title=title[:LONGEST_HEADING],
        author=author[:LONGEST_HEADING],
        language=language[:LONGEST_HEADING],
        pages=paging.pages,
        made_pages=paging.made_pages,
    )


def check_text(file: BookFile, characters: int) -> None:
    """Raise ``InputError`` if ``characters``, the length of a book's text, is above the limit."""
    if characters > LARGEST_TEXT:
        raise InputError(
            f"{file.name!r} has more than {LARGEST_TEXT:,} characters of text, the limit for a "
            "book. Split it and add the parts."
        )
