"""Define books: their pages, their chunks (pieces of text) for the search index, and citations."""

from enum import StrEnum

from attrs import frozen


class BookStatus(StrEnum):
    """The status of a book's import; only a book with the status ``READY`` can be searched."""

    PENDING = "pending"
    INGESTING = "ingesting"
    READY = "ready"
    FAILED = "failed"


EDITION = 1
"""The version of the readers of book files; raise it when they read books better."""


@frozen(kw_only=True)
class Unread:
    """The parts of a book's file that have no text that the program can read.

    ``count`` is the number of such pages, and ``pages`` names them as printed: ``i-iv, 7``.
    ``chapters`` are the names of files in an archive.
    """

    count: int = 0
    pages: str = ""
    chapters: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.count or self.chapters)


NOTHING_UNREAD = Unread()


@frozen(kw_only=True)
class Book:
    """A book of the project's library.

    ``digest``: the SHA-256 of the bytes of the file at ``source``, a path or URL.
    ``made_pages``: whether the program computed the page breaks, because the format has none.
    ``pages``: the number of the last page; ``front_pages``: how many pages come before page 1.
    ``unread``: the parts of the file that have no text that the program can read.
    ``edition``: the version of the program's readers that read the file; 0 for the earliest.
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
    front_pages: int = 0
    unread: Unread = NOTHING_UNREAD
    edition: int = 0

    @property
    def is_outdated(self) -> bool:
        """True if an earlier version read the book, so that adding it again improves it."""
        return self.edition < EDITION


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
    """A page of a book; ``number`` never decreases from page to page.

    ``label`` is the page number as printed, such as ``xii``, if it differs from ``number``. Pages
    before page 1 have the numbers 0, -1 and so on.
    """

    number: int
    paragraphs: tuple[Paragraph, ...]
    label: str = ""


@frozen(kw_only=True)
class ParsedBook:
    """The content that a parser extracted from a book file."""

    title: str
    author: str = ""
    language: str = ""
    pages: tuple[Page, ...]
    made_pages: bool = False
    last_page: int = 0
    front_pages: int = 0
    unread: Unread = NOTHING_UNREAD


@frozen(kw_only=True)
class PageRange:
    """The pages from ``first_page`` to ``last_page``.

    ``first_label`` and ``last_label`` are the numbers as printed, if they differ from the numbers.
    """

    first_page: int
    last_page: int
    first_label: str = ""
    last_label: str = ""

    @property
    def first_printed(self) -> str:
        """The number of the first page as printed."""
        return self.first_label or str(self.first_page)

    @property
    def last_printed(self) -> str:
        """The number of the last page as printed."""
        return self.last_label or str(self.last_page)

    @property
    def page_names(self) -> str:
        """The page or pages as printed, such as ``xii`` or ``7-9``."""
        first, last = self.first_printed, self.last_printed
        return first if first == last else f"{first}-{last}"


@frozen(kw_only=True)
class Chunk(PageRange):
    """A part of a book's text that a search finds as a unit; ``number`` counts from 0."""

    book: str
    number: int
    text: str
    heading: str = ""


@frozen(kw_only=True)
class SearchHit:
    """A chunk that a search found; higher scores are better, within the same search."""

    chunk: Chunk
    score: float


@frozen(kw_only=True)
class Excerpt(PageRange):
    """Text of a book as shown to a model; ``book`` is the title if several books are searched."""

    text: str
    book: str = ""

    @property
    def label(self) -> str:
        """The label above the excerpt, such as ``[Pages 7-9]``."""
        title = f"{self.book}, " if self.book else ""
        return f"[{title}Pages {self.first_printed}-{self.last_printed}]"


@frozen(kw_only=True)
class Reading:
    """A book and its horizon: the last page that the reader may see; ``None`` allows all pages."""

    book: str
    horizon: int | None = None


@frozen(kw_only=True)
class Citation(PageRange):
    """A page range that an answer cites; ``supported`` if the excerpts contain all these pages.

    The numbers are those that the answer cites, and 0 for a label such as ``xii``.
    """

    supported: bool


def is_visible(part: Chunk | Excerpt, horizon: int | None) -> bool:
    """Return whether ``part`` ends at or before page ``horizon``; ``None`` allows every page."""
    return horizon is None or part.last_page <= horizon
