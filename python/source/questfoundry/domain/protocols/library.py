"""Define the interfaces of the book library, and of stored conversations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from questfoundry.domain.former_names import former_names

if TYPE_CHECKING:
    from questfoundry.domain.chat.exchange import ChatRequest
    from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message
    from questfoundry.domain.library.book import (
        Book,
        BookFile,
        Chunk,
        Page,
        ParsedBook,
        Reading,
        SearchHit,
    )
    from questfoundry.domain.protocols.workspace import Tool


class BookFiles(Protocol):
    """A loader of book files from the disk or the web."""

    @abstractmethod
    async def read(self, place: str) -> BookFile:
        """Return the file at a path or a URL; raise ``InputError`` if it cannot be loaded."""


class BookParser(Protocol):
    """A parser for one book format."""

    format: str
    """The format's name, such as ``epub``."""

    @abstractmethod
    async def parse(self, file: BookFile) -> ParsedBook:
        """Return the book that the file contains; raise ``InputError`` if the file is invalid."""


class TextChunker(Protocol):
    """A splitter of a book's pages into chunks (pieces of text) for the search index."""

    @abstractmethod
    def chunks(self, book: str, pages: Iterable[Page]) -> Iterator[Chunk]:
        """Yield the chunks of a book's pages, in order; each chunk ends with a whole sentence."""


class BookRepository(Protocol):
    """The books of a project."""

    @abstractmethod
    def save(self, book: Book) -> None:
        """Store ``book``, replacing any stored book with the same id."""

    @abstractmethod
    def get(self, book_id: str) -> Book | None:
        """Return the book with the given id, or ``None`` if there is no such book."""

    @abstractmethod
    def list(self) -> Sequence[Book]:
        """Return all books in the order in which they were added."""

    @abstractmethod
    def delete(self, book_id: str) -> None:
        """Delete the book with its pages, chunks and vectors; an unknown id has no effect."""


@former_names(after="list_after")
class ChunkRepository(Protocol):
    """The stored chunks (pieces of text) of books."""

    @abstractmethod
    def add(self, chunks: Sequence[Chunk]) -> None:
        """Store ``chunks``; each replaces a stored chunk with the same book and number."""

    @abstractmethod
    def list_after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        """Return up to ``limit`` chunks of the book with a number above ``number``, in order."""

    @abstractmethod
    def remove_from(self, book_id: str, number: int) -> None:
        """Delete the chunks of the book from ``number`` on, with their vectors."""


class ChunkIndex(Protocol):
    """A search index of chunks (pieces of the text of books)."""

    @abstractmethod
    async def add(self, chunks: Sequence[Chunk]) -> None:
        """Index ``chunks``; a chunk that is already indexed is replaced."""

    @abstractmethod
    async def search(
        self, query: str, *, books: Sequence[str], limit: int, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        """Return up to ``limit`` chunks of ``books`` that match ``query``, best first.

        A chunk that ends after page ``horizon`` is never returned. Any text is a valid query.
        """

    @abstractmethod
    async def remove(self, book_id: str) -> None:
        """Remove the chunks of the book from the index."""

    @abstractmethod
    async def count(self, book_id: str) -> int:
        """Return the number of indexed chunks of the book."""


class RetrievalStrategy(Protocol):
    """A strategy by which a model gets excerpts: it calls search tools, or the program searches."""

    @abstractmethod
    def tools(self, reading: Callable[[], Reading]) -> Sequence[Tool]:
        """Return the search tools that the model may call; empty if the program searches.

        At each use, a tool calls ``reading`` for the reader's last page and finds nothing later.
        """

    @abstractmethod
    def rewording(self, history: Sequence[Message]) -> ChatRequest | None:
        """Return a request to turn the last message into a query; ``None`` if not needed."""

    @abstractmethod
    async def look_up(
        self, history: Sequence[Message], reading: Reading, reworded: str = ""
    ) -> Message | None:
        """Return a tool result to insert after the last message, or ``None`` without a search.

        ``reworded`` is the model's answer to the request from :meth:`rewording`.
        """

    @abstractmethod
    def arrange(self, context: Sequence[Message]) -> Sequence[Message]:
        """Return the messages of ``context`` to send to the model, perhaps merged or fewer."""


class ConversationRepository(Protocol):
    """The stored conversations of a project."""

    @abstractmethod
    def add(self, conversation: Conversation) -> bool:
        """Store a new conversation and return ``True``, or ``False`` if its id is in use."""

    @abstractmethod
    def save(self, conversation: Conversation) -> None:
        """Store ``conversation``, replacing any stored conversation with the same id."""

    @abstractmethod
    def get(self, conversation_id: str) -> Conversation | None:
        """Return the conversation with the given id, or ``None`` if it does not exist."""

    @abstractmethod
    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        """Return the conversations about ``subject``, oldest first; ``None`` means any subject."""

    @abstractmethod
    def delete(self, conversation_id: str) -> None:
        """Delete the conversation and its messages; an unknown id has no effect."""


class ChatMessageRepository(Protocol):
    """The stored messages of conversations."""

    @abstractmethod
    def save(self, message: ChatMessage) -> None:
        """Store ``message`` at its position, replacing any message at the same position."""

    @abstractmethod
    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        """Store ``messages`` atomically at the positions after the conversation's last message."""

    @abstractmethod
    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        """Return the messages of a conversation in order.

        ``before`` limits them to lower positions, and ``newest`` (at least 1) to the last messages.
        """

    @abstractmethod
    def truncate(self, conversation_id: str, length: int) -> None:
        """Delete the messages of the conversation from position ``length`` to the end."""


class ConversationContextStrategy(Protocol):
    """A strategy that selects which stored messages of a conversation are sent to the model."""

    @abstractmethod
    def build_context(self, messages: Sequence[ChatMessage], system_prompt: str) -> list[Message]:
        """Return ``system_prompt``, followed by the messages that the strategy selects."""
