"""Store books and their text chunks in a SQL database."""


# ruff: noqa: S608 - what is put into statements here are our own column names

import json
from collections.abc import Sequence
from typing import Any

from attrs import asdict, fields, frozen

from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Book, BookStatus, Chunk, Unread
from questfoundry.domain.protocols.library import BookRepository, ChunkRepository
from questfoundry.infra.storage.database import detect_damage
from questfoundry.infra.storage.sql import SqlDatabase

IDS_OF_A_BOOK = 10**9
"""The factor in chunk ids: a chunk's id is its book's position times this, plus its number."""

_COLUMNS = tuple(field.name for field in fields(Book))
_ON_CONFLICT = "ON CONFLICT (id) DO UPDATE SET " + ", ".join(
    f"{name} = excluded.{name}" for name in _COLUMNS
)
_CHUNKS = (
    "SELECT chunks.id, books.id AS book, number, first_page, last_page, first_label, last_label, "
    "text, heading "
    "FROM chunks JOIN books ON books.position = chunks.book"
)


class SqlBookRepository(BookRepository):
    """A repository with one row for each book."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def save(self, book: Book) -> None:
        row = {**asdict(book), "unread": json.dumps(asdict(book.unread))}
        self._database.insert("books", row, conflict=_ON_CONFLICT)

    def get(self, book_id: str) -> Book | None:
        rows = self._database.rows("SELECT * FROM books WHERE id = ?", (book_id,))
        return _book(rows[0]) if rows else None

    def list(self) -> Sequence[Book]:
        return [_book(row) for row in self._database.rows("SELECT * FROM books ORDER BY position")]

    def delete(self, book_id: str) -> None:
        self._database.execute("DELETE FROM books WHERE id = ?", (book_id,))


class SqlChunkRepository(ChunkRepository):
    """A repository with one table row for each chunk, in the order of books and chunk numbers."""

    def __init__(self, database: SqlDatabase) -> None:
        self._database = database

    def add(self, chunks: Sequence[Chunk]) -> None:
        with self._database.transaction():
            for key, chunk in zip(chunk_ids(self._database, chunks), chunks, strict=True):
                self._add(key, chunk)

    def list_after(self, book_id: str, number: int, limit: int) -> Sequence[Chunk]:
        rows = self._database.rows(
            f"{_CHUNKS} WHERE books.id = ? AND chunks.id > books.position * {IDS_OF_A_BOOK} + ? "
            "ORDER BY chunks.id LIMIT ?",
            (book_id, number, limit),
        )
        return [_chunk(row) for row in rows]

    def remove_from(self, book_id: str, number: int) -> None:
        self._database.execute(
            f"DELETE FROM chunks WHERE id >= ? + {IDS_OF_A_BOOK} * "
            "(SELECT position FROM books WHERE id = ?) "
            "AND book = (SELECT position FROM books WHERE id = ?)",
            (number, book_id, book_id),
        )

    def _add(self, key: int, chunk: Chunk) -> None:
        row = {**asdict(chunk), "id": key, "book": key // IDS_OF_A_BOOK}
        # An unchanged chunk keeps its row and its entry in the index.
        self._database.execute(
            "DELETE FROM chunks WHERE id = :id "
            "AND (first_page, last_page, first_label, last_label, heading, text) "
            "<> (:first_page, :last_page, :first_label, :last_label, :heading, :text)",
            row,
        )
        self._database.insert("chunks", row, conflict="ON CONFLICT (id) DO NOTHING")


def chunk_ids(database: SqlDatabase, chunks: Sequence[Chunk]) -> list[int]:
    """Return the row id of each chunk, whether or not the chunk is stored yet.

    Raise ``UsageError`` if the chunk's book is not stored.
    """
    books = {chunk.book for chunk in chunks}
    positions = {book: _position(database, book) for book in books}
    return [positions[chunk.book] * IDS_OF_A_BOOK + chunk.number for chunk in chunks]


def chunks_by_id(database: SqlDatabase, ids: Sequence[int]) -> dict[int, Chunk]:
    """Return the stored chunks with the given ids, by id; missing ids are skipped."""
    words = database.dialect
    rows = database.rows(f"{_CHUNKS} WHERE chunks.id {words.in_list}", (words.bind_list(ids),))
    return {row["id"]: _chunk(row) for row in rows}


def _position(database: SqlDatabase, book_id: str) -> int:
    rows = database.execute("SELECT position FROM books WHERE id = ?", (book_id,))
    if not rows:
        raise UsageError(f"There is no book {book_id!r} to hold chunks. Save the book first.")
    position: int = rows[0][0]
    return position


def _book(row: dict[str, Any]) -> Book:
    values = {name: row[name] for name in _COLUMNS}
    with detect_damage("books", row["id"], row["title"]):
        values["made_pages"] = bool(row["made_pages"])
        values["status"] = BookStatus(row["status"])
        unread = json.loads(row["unread"])
        values["unread"] = Unread(**{**unread, "chapters": tuple(unread.get("chapters", ()))})
        return Book(**values)


def _chunk(row: dict[str, Any]) -> Chunk:
    return Chunk(**{name: value for name, value in row.items() if name != "id"})


# Pages increase with the chunks' numbers, so the first chunk beyond the horizon is the one with
# the smallest such page. With a horizon of NULL no chunk is beyond it.
_SPAN = """
    SELECT position, (
        SELECT number FROM chunks
        WHERE chunks.book = books.position AND chunks.last_page > ?
        ORDER BY last_page, number LIMIT 1
    )
    FROM books WHERE id = ?
"""


@frozen
class Span:
    """A range of chunk ids from ``first`` to ``last``, both included."""

    first: int
    last: int


def find_spans(database: SqlDatabase, books: Sequence[str], horizon: int | None) -> list[Span]:
    """Return a range of chunk ids for each stored book in ``books``.

    ``horizon`` is the last page that may be shown: the range ends before the first chunk that
    reaches beyond this page. If it is ``None``, the range covers the whole book.
    """
    found = []
    for book in dict.fromkeys(books):
        for position, beyond in database.execute(_SPAN, (horizon, book)):
            first = position * IDS_OF_A_BOOK
            length = IDS_OF_A_BOOK if beyond is None else beyond
            found.append(Span(first, first + length - 1))
    return found
