"""Books and their chunks in ``story.db``."""

# ruff: noqa: S608 - what is put into statements here are our own column names

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attrs import asdict, fields

from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Book, BookStatus, Chunk
from questfoundry.domain.protocols.library import BookRepository, ChunkRepository
from questfoundry.infra.storage.database import Database

IDS_OF_A_BOOK = 10**9
"""A chunk's id is its book's position times this, plus its number."""

_BOOK = tuple(field.name for field in fields(Book))
_BOOKS = f"SELECT {', '.join(_BOOK)} FROM books"
_SAVE = (
    f"INSERT INTO books ({', '.join(_BOOK)}) VALUES ({', '.join('?' * len(_BOOK))}) "
    f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _BOOK)}"
)
_CHUNK = "books.id, number, first_page, last_page, text, heading"
_FROM = "FROM chunks JOIN books ON books.position = chunks.book"


class SqliteBookRepository(BookRepository):
    """One row a book."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, book: Book) -> None:
        """Insert the row, or update that of the same id."""
        self._database.execute(_SAVE, tuple(asdict(book).values()))

    def get(self, book_id: str) -> Book | None:
        """The book, or ``None``."""
        rows = self._database.execute(f"{_BOOKS} WHERE id = ?", (book_id,))
        return _book(rows[0]) if rows else None

    def list(self) -> Sequence[Book]:
        """All books, first added first."""
        return [_book(row) for row in self._database.execute(f"{_BOOKS} ORDER BY position")]

    def delete(self, book_id: str) -> None:
        """Delete the row; the database deletes its chunks and vectors with it."""
        self._database.execute("DELETE FROM books WHERE id = ?", (book_id,))


class SqliteChunkRepository(ChunkRepository):
    """One row a chunk, in the order of book and number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, chunks: Sequence[Chunk]) -> None:
        """Store all or none; ``UsageError`` where a book is not stored.

        A chunk that is there already, and is another now, must be made findable anew.
        """
        with self._database.transaction():
            for key, chunk in zip(chunk_ids(self._database, chunks), chunks, strict=True):
                self._add(key, chunk)

    def get(self, book_id: str, numbers: Sequence[int]) -> Sequence[Chunk]:
        """Those chunks, in the order of ``numbers``; missing ones are left out."""
        rows = self._database.execute(
            f"SELECT {_CHUNK} {_FROM} "
            f"JOIN json_each(?) AS wanted ON chunks.id = chunks.book * {IDS_OF_A_BOOK} "
            "+ wanted.value WHERE books.id = ? ORDER BY wanted.key",
            (json.dumps(list(numbers)), book_id),
        )
        return [_chunk(row) for row in rows]

    def after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        """At most ``limit`` chunks whose number is larger, in order."""
        rows = self._database.execute(
            f"SELECT {_CHUNK} {_FROM} WHERE books.id = ? "
            f"AND chunks.id > books.position * {IDS_OF_A_BOOK} + ? ORDER BY chunks.id LIMIT ?",
            (book_id, number, limit),
        )
        return [_chunk(row) for row in rows]

    def count(self, book_id: str) -> int:
        """How many chunks the book has."""
        rows = self._database.execute(f"SELECT count(*) {_FROM} WHERE books.id = ?", (book_id,))
        count: int = rows[0][0]
        return count

    def _add(self, key: int, chunk: Chunk) -> None:
        content = (chunk.first_page, chunk.last_page, chunk.heading, chunk.text)
        # An equal one stays, with its place in the index.
        self._database.execute(
            "DELETE FROM chunks WHERE id = ? "
            "AND (first_page, last_page, heading, text) IS NOT (?, ?, ?, ?)",
            (key, *content),
        )
        self._database.execute(
            "INSERT OR IGNORE INTO chunks "
            "(id, book, number, first_page, last_page, heading, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, key // IDS_OF_A_BOOK, chunk.number, *content),
        )


def chunk_ids(database: Database, chunks: Sequence[Chunk]) -> list[int]:
    """The ids that those chunks have, or will have; ``UsageError`` where a book is not stored."""
    books = {chunk.book for chunk in chunks}
    positions = {book: _position(database, book) for book in books}
    return [positions[chunk.book] * IDS_OF_A_BOOK + chunk.number for chunk in chunks]


def chunks_by_id(database: Database, ids: Sequence[int]) -> dict[int, Chunk]:
    """The chunks that have those ids; missing ones are left out."""
    rows = database.execute(
        f"SELECT chunks.id, {_CHUNK} {_FROM} WHERE chunks.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return {key: _chunk(row) for key, *row in rows}


def _position(database: Database, book_id: str) -> int:
    rows = database.execute("SELECT position FROM books WHERE id = ?", (book_id,))
    if not rows:
        raise UsageError(f"There is no book {book_id!r} to hold chunks. Save the book first.")
    position: int = rows[0][0]
    return position


def _book(row: Sequence[Any]) -> Book:
    values = dict(zip(_BOOK, row, strict=True))
    return Book(
        **{
            **values,
            "made_pages": bool(values["made_pages"]),
            "status": BookStatus(values["status"]),
        }
    )


def _chunk(row: Sequence[Any]) -> Chunk:
    book, number, first_page, last_page, text, heading = row
    return Chunk(
        book=book,
        number=number,
        first_page=first_page,
        last_page=last_page,
        text=text,
        heading=heading,
    )
