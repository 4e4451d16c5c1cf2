"""A book and its text: pages as the format has them, chunks as the search wants them."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class BookStatus(StrEnum):
    """How far a book has come; only a ready one can be searched."""

    PENDING = "pending"
    INGESTING = "ingesting"
    READY = "ready"
    FAILED = "failed"


@frozen(kw_only=True)
class Book:
    """A book of the project's library.

    ``source`` is the path or address that it came from, ``digest`` the SHA-256 of its bytes.
    ``made_pages`` says that the format has no pages, so that they were made. ``problem`` is
    why it failed.
    """

    id: str
    title: str
    author: str = ""
    language: str = ""
    source: str
    format: str
    digest: str
    pages: int = 0
    made_pages: bool = False
    chunks: int = 0
    status: BookStatus = BookStatus.PENDING
    problem: str = ""


@frozen(kw_only=True)
class BookFile:
    """A file that may be a book; ``format`` is what its content looks like, such as ``epub``.

    ``source`` is the path or address that leads to it from anywhere.
    """

    source: str
    name: str
    format: str
    content: bytes


@frozen
class Paragraph:
    """Words with single spaces between them."""

    text: str
    heading: bool = False


@frozen
class Page:
    """One page; ``number`` is what citations and the horizon name, and grows."""

    number: int
    paragraphs: tuple[Paragraph, ...]


@frozen(kw_only=True)
class ParsedBook:
    """What a parser finds in a file."""

    title: str
    author: str = ""
    language: str = ""
    pages: tuple[Page, ...]
    made_pages: bool = False


@frozen(kw_only=True)
class Chunk:
    """A part of a book that is found as one; ``number`` counts from 0 in the book."""

    book: str
    number: int
    first_page: int
    last_page: int
    text: str
    heading: str = ""


@frozen(kw_only=True)
class SearchHit:
    """A chunk that a search found; the larger ``score``, the better, in one search only."""

    chunk: Chunk
    score: float


@frozen(kw_only=True)
class Excerpt:
    """Words of a book as a model is shown them, and the pages that they stand on.

    ``book`` is the title, where several books are searched.
    """

    first_page: int
    last_page: int
    text: str
    book: str = ""

    @property
    def label(self) -> str:
        """What stands above it, such as ``[Pages 7-9]``."""
        title = f"{self.book}, " if self.book else ""
        return f"[{title}Pages {self.first_page}-{self.last_page}]"


@frozen(kw_only=True)
class Reading:
    """A book as far as a reader may see of it: to the page ``horizon``, or all of it."""

    book: str
    horizon: int | None = None


@frozen(kw_only=True)
class Citation:
    """Pages that an answer names; ``supported`` where what was retrieved holds them."""

    first_page: int
    last_page: int
    supported: bool


def is_visible(part: Chunk | Excerpt, horizon: int | None) -> bool:
    """Whether one may see it; what ends beyond the horizon is not shown in part."""
    return horizon is None or part.last_page <= horizon
