"""Test what every repository of books and their chunks must do."""

from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Book, BookStatus, Chunk
from questfoundry.domain.protocols.library import BookRepository, ChunkRepository


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
