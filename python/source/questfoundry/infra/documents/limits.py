"""Read archives and XML in untrusted book files, with limits on the size of files and texts."""

import io
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar
from zipfile import BadZipFile, ZipFile

from questfoundry.domain.errors import InputError, QuestFoundryError
from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook, Unread
from questfoundry.domain.library.paging import Piece, format_label_ranges, paginate
from questfoundry.domain.library.text import LONGEST_HEADING, find_author, find_title
from questfoundry.infra.bounded import Bounds, TooMuchError, run_in_child

_Found = TypeVar("_Found")

LARGEST_FILE = 100_000_000  # the most bytes of a book file, as stored on disk or on the web
LARGEST_UNPACKED = 200_000_000  # the most bytes unpacked from an archive, counted during unpacking
MOST_PIECES = 1_000_000
"""The most paragraphs of a book; each needs far more memory than its letters."""

LARGEST_TEXT = 32_000_000  # the most characters of a book: ten times War and Peace


def build_book(
    file: BookFile,
    pieces: Sequence[Piece],
    *,
    title: str,
    author: str,
    language: str = "",
    unread_chapters: Sequence[str] = (),
) -> ParsedBook:
    """Return the book in ``pieces``, divided into pages; raise ``InputError`` for too much text."""
    if len(pieces) > MOST_PIECES:
        raise InputError(
            f"{file.name!r} has more than {MOST_PIECES:,} paragraphs, too many for a book. "
            "Check where it comes from; if it is a book, split it and add the parts."
        )
    check_text(file, sum(len(piece.text) for piece in pieces if isinstance(piece, Paragraph)))
    paging = paginate(pieces)
    return ParsedBook(
        title=find_title(title)[:LONGEST_HEADING],
        author=find_author(author)[:LONGEST_HEADING],
        language=language[:LONGEST_HEADING],
        pages=paging.pages,
        made_pages=paging.made_pages,
        last_page=paging.last_page,
        front_pages=paging.front_pages,
        unread=Unread(
            count=len(paging.unread),
            pages=format_label_ranges(paging.unread),
            chapters=tuple(unread_chapters),
        ),
    )


def check_text(file: BookFile, characters: int) -> None:
    """Raise ``InputError`` if ``characters``, the length of a book's text, is above the limit."""
    if characters > LARGEST_TEXT:
        raise InputError(
            f"{file.name!r} has more than {LARGEST_TEXT:,} characters of text, the limit for a "
            "book. Split it and add the parts."
        )


_READ_AT_ONCE = 1_000_000
_MOST_FILES = 20_000
_UNREADABLE = (
    BadZipFile,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    ValueError,
    lzma.LZMAError,
    zlib.error,
)


class Archive:
    """The packed files of a ZIP archive, such as an EPUB or a Word document."""

    def __init__(self, file: BookFile, *, largest: int = LARGEST_UNPACKED) -> None:
        self._file = file
        self._left = largest
        try:
            self._zip = ZipFile(io.BytesIO(file.content))
        except _UNREADABLE as problem:
            raise damage_error(file, problem) from problem
        if len(self._zip.infolist()) > _MOST_FILES:
            raise self._too_much()

    @property
    def names(self) -> frozenset[str]:
        """The names of all files in the archive."""
        return frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """Return an unpacked file; raise ``InputError`` if it is unreadable or too large."""
        unpacked = bytearray()
        try:
            with self._zip.open(name) as packed:
                while part := packed.read(_READ_AT_ONCE):
                    unpacked += part
                    self._left -= len(part)
                    if self._left < 0:
                        raise self._too_much()
        except _UNREADABLE as problem:
            raise damage_error(self._file, problem) from problem
        except RuntimeError as problem:  # raised by zipfile if a password is required
            raise encryption_error(self._file) from problem
        return bytes(unpacked)

    def _too_much(self) -> InputError:
        return InputError(
            f"{self._file.name!r} is larger than {LARGEST_UNPACKED:,} bytes when unpacked, which "
            "is too large for a book. Check where it comes from; if it is a book, add it as plain "
            "text."
        )


async def read_in_child(work: str, file: BookFile, bounds: Bounds | None = None) -> Any:
    """Return the result of ``work``, a function called with ``file`` in a child process.

    ``work`` is the function's path, ``module:name``. Raise ``InputError`` if the call exceeds
    ``bounds``, the limits on memory and time.
    """
    about = {"source": file.source, "name": file.name, "kind": file.format}
    try:
        return await run_in_child(work, file.content, bounds or Bounds(), **about)
    except TooMuchError as problem:
        raise damage_error(file, "reading it takes too much memory or time") from problem


def read_guarded(file: BookFile, readers: Mapping[str, Callable[[BookFile], _Found]]) -> _Found:
    """Return the result of the reader for the format of ``file``, one of ``readers``.

    Unexpected errors of the reader become an ``InputError``.
    """
    try:
        return readers[file.format](file)
    except (QuestFoundryError, MemoryError):
        raise
    except Exception as problem:
        raise damage_error(file, f"{type(problem).__name__}: {problem}") from problem


def damage_error(file: BookFile, problem: object) -> InputError:
    """Return the ``InputError`` for a file that cannot be parsed; ``problem`` is the reason."""
    return InputError(
        f"{file.name!r} is damaged or not {file.format.upper()}: {str(problem).rstrip('.')}. "
        "Get a new copy, or add it in another format."
    )


def encryption_error(file: BookFile) -> InputError:
    """Return the ``InputError`` for a file that needs a password or a licence."""
    return InputError(
        f"{file.name!r} is encrypted. Add a copy that opens without a password or a licence."
    )


@contextmanager
def extra_packages(file: BookFile) -> Iterator[None]:
    """Turn an ``ImportError`` into an ``InputError`` that says how to install the package."""
    try:
        yield
    except ImportError as problem:
        raise InputError(
            f"{problem.name} is not installed, and {file.name!r} cannot be read without it. "
            "Install the packages that read books with: pip install 'questfoundry[books]'"
        ) from problem


def xml_root(file: BookFile, content: bytes, *, recover: bool = False) -> Any:
    """Return the root element of the XML in ``content``; entities are not expanded.

    ``recover``: whether to repair invalid XML. Raise ``InputError`` if parsing fails.
    """
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=recover)
    try:
        root = etree.fromstring(content, parser)
    except etree.LxmlError as problem:
        raise damage_error(file, problem) from problem
    if root is None:
        raise damage_error(file, "a part that must be XML is not")
    return root
