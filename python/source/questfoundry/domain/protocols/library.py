"""The ports of the library: reading books, storing them, and finding passages in them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from questfoundry.domain.library.book import (
    Book,
    BookFile,
    Chunk,
    Page,
    ParsedBook,
    SearchHit,
)


class BookFiles(Protocol):
    """Gets the files of books, from the disk and from the web."""

    @abstractmethod
    async def read(self, place: str) -> BookFile:
        """The file at a path or an address; ``InputError`` where it cannot be had."""


class BookParser(Protocol):
    """Reads one format."""

    @property
    @abstractmethod
    def format(self) -> str:
        """The format's name, such as ``epub``."""

    @abstractmethod
    def parse(self, file: BookFile) -> ParsedBook:
        """The book in the file; ``InputError`` says what is wrong with it."""


class TextChunker(Protocol):
    """Cuts pages into chunks."""

    @abstractmethod
    def chunks(self, book: str, pages: Iterable[Page]) -> Iterator[Chunk]:
        """The chunks of a book in order; each ends with a sentence and knows its pages."""


class BookRepository(Protocol):
    """The books of a project."""

    @abstractmethod
    def save(self, book: Book) -> None:
        """Store it, replacing one with the same id."""

    @abstractmethod
    def get(self, book_id: str) -> Book | None:
        """The book, or ``None``."""

    @abstractmethod
    def list(self) -> Sequence[Book]:
        """All books, in the order in which they were added."""

    @abstractmethod
    def delete(self, book_id: str) -> None:
        """Forget it with its pages, chunks and vectors; nothing happens where there is none."""


class ChunkRepository(Protocol):
    """The chunks of books."""

    @abstractmethod
    def add(self, chunks: Sequence[Chunk]) -> None:
        """Store chunks, replacing those with the same book and number."""

    @abstractmethod
    def get(self, book_id: str, numbers: Sequence[int]) -> Sequence[Chunk]:
        """Those chunks, in the order of ``numbers``; missing ones are left out."""

    @abstractmethod
    def after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        """At most ``limit`` chunks whose number is larger, in order; -1 begins at the first."""

    @abstractmethod
    def count(self, book_id: str) -> int:
        """How many chunks the book has."""


class PassageIndex(Protocol):
    """Finds chunks for a question."""

    @abstractmethod
    async def add(self, chunks: Sequence[Chunk]) -> None:
        """Make chunks findable; those that are there already are replaced."""

    @abstractmethod
    async def search(
        self, query: str, *, books: Sequence[str], limit: int, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        """The best chunks of those books, best first.

        With a ``horizon`` nothing is found that lies beyond that page, not even in part.
        Any text may be the query; one without words finds nothing.
        """

    @abstractmethod
    async def remove(self, book_id: str) -> None:
        """Forget the chunks of a book."""

    @abstractmethod
    async def count(self, book_id: str) -> int:
        """How many chunks of the book can be found."""
