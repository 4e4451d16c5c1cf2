"""Test what repositories of books, and adapters that read, split or search books, must do."""

from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.messages import ChatMessage, assistant, system, user
from questfoundry.domain.errors import InputError, UsageError
from questfoundry.domain.library.book import (
    Book,
    BookFile,
    BookStatus,
    Chunk,
    Page,
    Paragraph,
    Reading,
)
from questfoundry.domain.protocols.library import (
    BookFiles,
    BookParser,
    BookRepository,
    ChunkRepository,
    ConversationContextStrategy,
    RetrievalStrategy,
    TextChunker,
)


class LibraryContract:
    """The tests for repositories of books and of their chunks.

    A subclass adds the fixtures ``books`` and ``chunks``, empty repositories that use the same
    store.
    """

    def test_a_book_is_stored_whole_and_replaced_by_id(self, books: BookRepository) -> None:
        """Saving a book replaces the stored book with the same id (SRC-1.1)."""
        book = a_book("tides", author="M. Ferro", language="en", made_pages=True, edition=1)
        books.save(book)
        ready = evolve(book, status=BookStatus.READY, pages=12, chunks=40, title="The tides")

        books.save(ready)

        assert books.get(book.id) == ready
        assert list(books.list()) == [ready]
        assert books.get("book::other") is None

    def test_books_are_listed_as_added(self, books: BookRepository) -> None:
        """Books are listed in the order in which they were first saved (SRC-1.1)."""
        for name in ("b", "a", "c"):
            books.save(a_book(name))
        books.save(a_book("b", status=BookStatus.FAILED, problem="It is empty."))

        assert [book.title for book in books.list()] == ["b", "a", "c"]

    def test_chunks_come_back_as_they_were_stored(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        """The chunks of a book are returned unchanged, in the order of their numbers (SRC-1.1)."""
        books.save(a_book("tides"))
        books.save(a_book("winds"))
        stored = [a_chunk("tides", number, heading="I") for number in (2, 0, 1, 5)]
        chunks.add([*stored, a_chunk("winds", 0)])

        assert _all(chunks, "tides") == sorted(stored, key=lambda chunk: chunk.number)
        assert _all(chunks, "winds") == [a_chunk("winds", 0)]
        assert _all(chunks, "none") == []

    def test_chunks_are_read_on_from_a_number(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        """A request for chunks after a number returns the next chunks, up to a limit (SRC-1.1)."""
        books.save(a_book("tides"))
        books.save(a_book("winds"))
        chunks.add([a_chunk(name, number) for name in ("tides", "winds") for number in range(5)])

        def numbers(after: int, limit: int) -> list[int]:
            return [chunk.number for chunk in chunks.list_after("book::tides", after, limit)]

        assert numbers(-1, 2) == [0, 1]
        assert numbers(1, 9) == [2, 3, 4]
        assert numbers(4, 9) == []

    def test_a_chunk_replaces_the_one_of_its_number(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        """Adding a chunk replaces the stored chunk with the same number (SRC-1.1)."""
        books.save(a_book("tides"))
        chunks.add([a_chunk("tides", number) for number in range(3)])
        other = a_chunk("tides", 1, text="Other words.")

        chunks.add([other])

        assert _all(chunks, "tides") == [a_chunk("tides", 0), other, a_chunk("tides", 2)]

    def test_a_chunk_needs_its_book_and_is_else_stored_with_none(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        books.save(a_book("tides"))

        with pytest.raises(UsageError, match="winds"):
            chunks.add([a_chunk("tides", 0), a_chunk("winds", 0)])

        assert _all(chunks, "tides") == []

    def test_chunks_are_removed_from_a_number_on(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        """A book that is read again and becomes shorter keeps no old chunk at its end."""
        for name in ("tides", "winds"):
            books.save(a_book(name))
            chunks.add([a_chunk(name, number) for number in range(4)])

        chunks.remove_from("book::tides", 2)
        chunks.remove_from("book::never-was", 0)

        assert _all(chunks, "tides") == [a_chunk("tides", 0), a_chunk("tides", 1)]
        assert len(_all(chunks, "winds")) == 4

    def test_deleting_a_book_deletes_its_chunks(
        self, books: BookRepository, chunks: ChunkRepository
    ) -> None:
        """Deleting a book also deletes its chunks; an unknown book id is no error."""
        for name in ("tides", "winds"):
            books.save(a_book(name))
            chunks.add([a_chunk(name, 0)])

        books.delete("book::tides")
        books.delete("book::never-was")
        books.save(a_book("tides"))

        assert _all(chunks, "tides") == []
        assert _all(chunks, "winds") == [a_chunk("winds", 0)]


def _all(chunks: ChunkRepository, name: str) -> list[Chunk]:
    return list(chunks.list_after(f"book::{name}", -1, 99))


def a_book(name: str, **changes: Any) -> Book:
    """Return a book with the id ``book::<name>``; ``changes`` are values for other fields."""
    book = Book(
        id=f"book::{name}", title=name, source=f"{name}.txt", format="txt", digest=f"{name}-sha"
    )
    return evolve(book, **changes)


def a_chunk(name: str, number: int, **changes: Any) -> Chunk:
    """Return a chunk of the book ``book::<name>``; ``changes`` are values for other fields.

    The chunk is on the pages ``number + 1`` and ``number + 2``.
    """
    chunk = Chunk(
        book=f"book::{name}",
        number=number,
        first_page=number + 1,
        last_page=number + 2,
        text=f"Chunk {number} of {name}.",
    )
    return evolve(chunk, **changes)


_TEXTS = ("The keeper climbed the stairs. " * 60, "A storm put out the lamp. " * 60)
_PAGES = tuple(Page(at, (Paragraph(text.strip()),)) for at, text in enumerate(_TEXTS, start=3))


class BookFilesContract:
    """The tests for loaders of book files.

    A subclass adds the fixtures ``files``, the loader, and ``place``, the path or URL of a book.
    """

    async def test_a_file_is_had_and_what_is_none_is_told(
        self, files: BookFiles, place: str
    ) -> None:
        found = await files.read(place)
        assert found == await files.read(place)
        assert found.content
        with pytest.raises(InputError, match="nowhere"):
            await files.read("nowhere.txt")


class BookParserContract:
    """The tests for book parsers; a subclass adds the fixtures ``parser`` and ``file``.

    ``file`` is a book that the parser can read.
    """

    async def test_the_same_file_gives_the_same_pages_in_order(
        self, parser: BookParser, file: BookFile
    ) -> None:
        book = await parser.parse(file)
        numbers = [page.number for page in book.pages]
        assert book == await parser.parse(file)
        assert numbers == sorted(numbers)
        assert any(paragraph.text for page in book.pages for paragraph in page.paragraphs)


class TextChunkerContract:
    """The tests for splitters of books into chunks; a subclass adds a fixture ``chunker``."""

    def test_every_word_is_in_one_chunk_that_knows_its_pages(self, chunker: TextChunker) -> None:
        chunks = list(chunker.chunks("book::the-lamp", _PAGES))
        words = " ".join(chunk.text for chunk in chunks).split()
        assert words == " ".join(_TEXTS).split()
        assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
        assert (chunks[0].first_page, chunks[-1].last_page) == (3, 4)


class ConversationContextContract:
    """The tests for strategies that select messages of a conversation for a model.

    A subclass adds a fixture ``strategy``.
    """

    def test_the_system_s_message_stands_first_and_the_rest_is_history(
        self, strategy: ConversationContextStrategy
    ) -> None:
        said = [user("One."), assistant("Two."), user("Three.")]
        history = [
            ChatMessage(conversation_id="talk", position=at, message=message)
            for at, message in enumerate(said)
        ]
        first, *rest = strategy.build_context(history, "Be brief.")
        assert first == system("Be brief.")
        assert rest == said[-len(rest) :]
        assert strategy.build_context([], "Be brief.") == [first]


class RetrievalStrategyContract:
    """The tests for strategies that select excerpts of a book for a model.

    A subclass adds the fixtures ``strategy`` and ``reading``, a book that is being read.
    """

    async def test_it_offers_a_search_or_makes_it(
        self, strategy: RetrievalStrategy, reading: Reading
    ) -> None:
        history = [system("You know the book."), user("Who lit the lamp?")]
        found = await strategy.look_up(history, reading)
        assert (found is None) == bool(strategy.tools(lambda: reading))
        assert strategy.rewording(history) is None
        context = strategy.arrange([*history, found] if found else history)
        assert context[0] == history[0]
        assert any(history[1].content in message.content for message in context[1:])
