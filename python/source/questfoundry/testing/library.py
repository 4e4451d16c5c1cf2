"""Provide a book library in memory: files, books, chunks, their index, and conversations."""

import re
from collections.abc import Mapping, Sequence
from threading import Lock

from questfoundry.domain.chat.messages import ChatMessage, Conversation, Message
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.library.book import Book, BookFile, Chunk, SearchHit, is_visible
from questfoundry.domain.protocols.library import (
    BookFiles,
    BookRepository,
    ChatMessageRepository,
    ChunkIndex,
    ChunkRepository,
    ConversationRepository,
)


class InMemoryBookFiles(BookFiles):
    """A loader of book files in memory; ``files`` maps paths or URLs to the files' contents."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self.files = dict(files)

    async def read(self, place: str) -> BookFile:
        if place not in self.files:
            raise InputError(f"There is no file {place!r}. Check the path.")
        content = self.files[place]
        return BookFile(
            source=place,
            name=place,
            format=place.rpartition(".")[2],
            content=content.encode() if isinstance(content, str) else content,
        )


class InMemoryBookRepository(BookRepository):
    """A repository of books in memory.

    ``chunks``: The chunks of each book, by chunk number.
    ``findable``: The chunks of each book that the search index contains.
    """

    def __init__(self) -> None:
        self._books: dict[str, Book] = {}
        self.chunks: dict[str, dict[int, Chunk]] = {}
        self.findable: dict[str, dict[int, Chunk]] = {}

    def save(self, book: Book) -> None:
        self._books[book.id] = book
        self.chunks.setdefault(book.id, {})
        self.findable.setdefault(book.id, {})

    def get(self, book_id: str) -> Book | None:
        return self._books.get(book_id)

    def list(self) -> Sequence[Book]:
        return list(self._books.values())

    def delete(self, book_id: str) -> None:
        for kept in (self._books, self.chunks, self.findable):
            kept.pop(book_id, None)


class InMemoryChunkRepository(ChunkRepository):
    """A repository of chunks (parts of books) in memory, which stores the chunks in ``books``."""

    def __init__(self, books: InMemoryBookRepository) -> None:
        self._books = books

    def add(self, chunks: Sequence[Chunk]) -> None:
        for chunk in chunks:
            if chunk.book not in self._books.chunks:
                raise UsageError(
                    f"There is no book {chunk.book!r} to hold chunks. Save the book first."
                )
        for chunk in chunks:
            self._books.chunks[chunk.book][chunk.number] = chunk
            if self._books.findable[chunk.book].get(chunk.number) != chunk:
                self._books.findable[chunk.book].pop(chunk.number, None)

    def list_after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        chunks = self._books.chunks.get(book_id, {})
        return [chunks[each] for each in sorted(chunks) if each > number][:limit]

    def remove_from(self, book_id: str, number: int) -> None:
        for kept in (self._books.chunks, self._books.findable):
            for each in [each for each in kept.get(book_id, {}) if each >= number]:
                del kept[book_id][each]


class InMemoryChunkIndex(ChunkIndex):
    """A search index of the chunks in ``books``.

    The more words a chunk shares with the query, the better it matches.
    """

    def __init__(self, books: InMemoryBookRepository) -> None:
        self._books = books

    async def add(self, chunks: Sequence[Chunk]) -> None:
        for chunk in chunks:
            if chunk.number not in self._books.chunks.get(chunk.book, {}):
                raise UsageError(
                    f"A chunk of {chunk.book!r} is not stored. Store chunks before they are "
                    "made findable."
                )
        for chunk in chunks:
            self._books.findable[chunk.book][chunk.number] = chunk

    async def search(
        self, query: str, *, books: Sequence[str], limit: int, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        wanted = _words(query)
        hits = [
            SearchHit(chunk=chunk, score=shared)
            for book in dict.fromkeys(books)
            for chunk in self._books.findable.get(book, {}).values()
            if is_visible(chunk, horizon) and (shared := len(wanted & _words(chunk.text)))
        ]
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    async def remove(self, book_id: str) -> None:
        if book_id in self._books.findable:
            self._books.findable[book_id] = {}

    async def count(self, book_id: str) -> int:
        return len(self._books.findable.get(book_id, {}))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


_CHANGING = Lock()  # Shared by all stores, because locks cannot be copied with a store


class InMemoryConversationRepository(ConversationRepository):
    """A repository of conversations in memory."""

    def __init__(self) -> None:
        self._conversations: dict[str, Conversation] = {}
        self.messages: dict[str, dict[int, ChatMessage]] = {}

    def add(self, conversation: Conversation) -> bool:
        with _CHANGING:
            if conversation.id in self._conversations:
                return False
            self.save(conversation)
        return True

    def save(self, conversation: Conversation) -> None:
        self._conversations[conversation.id] = conversation
        self.messages.setdefault(conversation.id, {})

    def get(self, conversation_id: str) -> Conversation | None:
        return self._conversations.get(conversation_id)

    def list(self, subject: str | None = None) -> Sequence[Conversation]:
        return [
            conversation
            for conversation in self._conversations.values()
            if subject in (None, conversation.subject)
        ]

    def delete(self, conversation_id: str) -> None:
        self._conversations.pop(conversation_id, None)
        self.messages.pop(conversation_id, None)


class InMemoryChatMessageRepository(ChatMessageRepository):
    """A repository of messages in memory, which stores the messages in ``conversations``."""

    def __init__(self, conversations: InMemoryConversationRepository) -> None:
        self._messages = conversations.messages

    def save(self, message: ChatMessage) -> None:
        if message.conversation_id not in self._messages:
            raise UsageError(
                f"There is no conversation {message.conversation_id!r} to hold this message. "
                "Save the conversation first."
            )
        self._messages[message.conversation_id][message.position] = message

    def append(self, conversation_id: str, messages: Sequence[Message]) -> None:
        with _CHANGING:
            end = max(self._messages.get(conversation_id, ()), default=-1) + 1
            for position, message in enumerate(messages, start=end):
                self.save(
                    ChatMessage(conversation_id=conversation_id, position=position, message=message)
                )

    def get_by_conversation(
        self, conversation_id: str, *, newest: int | None = None, before: int | None = None
    ) -> Sequence[ChatMessage]:
        messages = self._messages.get(conversation_id, {})
        places = [each for each in sorted(messages) if before is None or each < before]
        return [messages[position] for position in places][-(newest or 0) :]

    def truncate(self, conversation_id: str, length: int) -> None:
        messages = self._messages.get(conversation_id, {})
        for position in [position for position in messages if position >= length]:
            del messages[position]
