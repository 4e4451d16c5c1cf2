"""Limits on the size of books: above every real book, but safe for memory."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import Piece, paginate
from questfoundry.domain.library.text import LONGEST_HEADING

LARGEST_FILE = 100_000_000
"""Bytes of a file, as it is on the disk or in the web."""

LARGEST_UNPACKED = 200_000_000
"""Bytes that are unpacked of an archive, counted while they come."""

MOST_PIECES = 1_000_000
"""Paragraphs of a book; each takes far more memory than its letters."""

LARGEST_TEXT = 32_000_000
"""Characters of a book's text: ten times War and Peace."""


def build_book(
    file: BookFile,
    pieces: Sequence[Piece],
    *,
    title: str = "",
    author: str = "",
    language: str = "",
) -> ParsedBook:
    """Return the book made of ``pieces``; raise ``InputError`` if they are too many or too long."""
    if len(pieces) > MOST_PIECES:
        raise InputError(
            f"{file.name!r} has more than {MOST_PIECES:,} paragraphs, which no book has. Look "
            "where it comes from; if it is a book, add it in parts."
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
    """Raise ``InputError`` if a book has more ``characters`` than the limit."""
    if characters > LARGEST_TEXT:
        raise InputError(
            f"{file.name!r} holds more than {LARGEST_TEXT:,} characters of text, which is more "
            "than a book may have. Add it in parts."
        )
