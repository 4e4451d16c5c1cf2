"""The ports of the library: reading books, storing them, finding and showing parts of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.library.book import (
    Book,
    BookFile,
    Chunk,
    Page,
    ParsedBook,
    Reading,
    SearchHit,
)
from questfoundry.domain.protocols.tool import Tool


class BookFiles(Protocol):
    """Gets the files of books, from the disk and from the web."""

    @abstractmethod
    async def read(self, place: str) -> BookFile:
        """The file at a path or an address; ``InputError`` where it cannot be had."""


class BookParser(Protocol):
    """Reads one format."""

    format: str
    """The format's name, such as ``epub``."""

    @abstractmethod
    async def parse(self, file: BookFile) -> ParsedBook:
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
    def after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        """At most ``limit`` chunks whose number is larger, in order; -1 begins at the first."""


class ChunkIndex(Protocol):
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


class RetrievalStrategy(Protocol):
    """How excerpts of a book come before a model: it searches, or is searched for."""

    @abstractmethod
    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:
        """The tools to offer, which find nothing beyond the reader's horizon.

        There are none where the model is not to search by itself. ``reading`` is asked at each
        call, since the horizon may move.
        """

    @abstractmethod
    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:
        """What the model is asked first, so that the last message can be searched for."""

    @abstractmethod
    async def look_up(
        self, history: Sequence[Message], reading: Reading, reworded: str = ""
    ) -> Message | None:
        """What is found for the last message before the model is asked; ``None`` for nothing.

        ``reworded`` is the answer to :meth:`rewording`. It is a tool's result, to stand after
        that message.
        """

    @abstractmethod
    def arranged(self, context: Sequence[Message]) -> Sequence[Message]:
        """The context as the model is sent it."""
