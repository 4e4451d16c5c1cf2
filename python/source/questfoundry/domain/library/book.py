"""Define books: their pages, their chunks (pieces of text) for the search index, and citations."""

from enum import StrEnum

from attrs import frozen


class BookStatus(StrEnum):
    """The status of a book's import; only a book with the status ``READY`` can be searched."""

    PENDING = "pending"
    INGESTING = "ingesting"
    READY = "ready"
    FAILED = "failed"


@frozen(kw_only=True)
class Book:
    """A book of the project's library.

    ``digest``: the SHA-256 of the bytes of the file at ``source``, a path or URL.
    ``made_pages``: whether the program computed the page breaks, because the format has none.
    ``problem``: the reason why the import failed, else empty.
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
    """A file to import; ``source`` is an absolute path or URL, ``format`` is detected."""

    source: str
    name: str
    format: str
    content: bytes


@frozen
class Paragraph:
    """A paragraph of words separated by single spaces."""

    text: str
    heading: bool = False


@frozen
class Page:
    """A page of a book; ``number`` (for citations) increases, but not always by 1."""

    number: int
    paragraphs: tuple[Paragraph, ...]


@frozen(kw_only=True)
class ParsedBook:
    """The content that a parser extracted from a book file."""

    title: str
    author: str = ""
    language: str = ""
    pages: tuple[Page, ...]
    made_pages: bool = False


@frozen(kw_only=True)
class Chunk:
    """A part of a book's text that a search finds as a unit; ``number`` counts from 0."""

    book: str
    number: int
    first_page: int
    last_page: int
    text: str
    heading: str = ""


@frozen(kw_only=True)
class SearchHit:
    """A chunk that a search found; higher scores are better, within the same search."""

    chunk: Chunk
    score: float


@frozen(kw_only=True)
class Excerpt:
    """Text of a book as shown to a model; ``book`` is the title if several books are searched."""

    first_page: int
    last_page: int
    text: str
    book: str = ""

    @property
    def label(self) -> str:
        """The label above the excerpt, such as ``[Pages 7-9]``."""
        title = f"{self.book}, " if self.book else ""
        return f"[{title}Pages {self.first_page}-{self.last_page}]"


@frozen(kw_only=True)
class Reading:
    """A book and its horizon: the last page that the reader may see; ``None`` allows all pages."""

    book: str
    horizon: int | None = None


@frozen(kw_only=True)
class Citation:
    """A page range that an answer cites; ``supported`` if the excerpts contain all these pages."""

    first_page: int
    last_page: int
    supported: bool


def is_visible(part: Chunk | Excerpt, horizon: int | None) -> bool:
    """Return whether ``part`` ends at or before page ``horizon``; ``None`` allows every page."""
    return horizon is None or part.last_page <= horizon
