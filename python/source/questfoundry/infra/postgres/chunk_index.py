"""Search books in PostgreSQL through a copy on each machine, which is a ``story.db`` of its own.

The copy has the chunks with vectors, the index of their words, and the matrix of their vectors. So
every project ranks chunks in one way, wherever its books are. The copy may be deleted at any time.
"""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from questfoundry.domain.errors import StoreDamagedError
from questfoundry.domain.library.book import Chunk, SearchHit
from questfoundry.domain.protocols.library import ChunkIndex
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.search.hybrid import HybridChunkIndex, embed_chunks, require_stored
from questfoundry.infra.search.vectors import NUMBER, MatrixFiles, Vectors, VectorStore
from questfoundry.infra.storage.database import SCHEMA, Database
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_books import chunk_ids, find_spans

_DELETE_OTHER_DIMENSIONS = "DELETE FROM chunk_vectors WHERE model = ? AND dimension <> ?"
_DELETE = "DELETE FROM chunk_vectors WHERE chunk = ANY(?)"
_STORE = """
    INSERT INTO chunk_vectors (chunk, model, dimension, vector)
    SELECT chunk, ?, ?, vector FROM unnest(?::bigint[], ?::bytea[]) AS given (chunk, vector)
"""


class PostgresChunkIndex(ChunkIndex):
    """A chunk index whose vectors are rows in PostgreSQL, and which searches a local copy."""

    def __init__(
        self, database: SqlDatabase, *, embeddings: EmbeddingProvider, cache: Path
    ) -> None:
        """Keep the copy in the folder ``cache``, which belongs to this project alone."""
        self._database = database
        self._embeddings = embeddings
        self._copy = LibraryCopy(database, cache)
        self._local = HybridChunkIndex(self._copy.database, embeddings=embeddings, cache=cache)

    def close(self) -> None:
        """Close the local copy of the library."""
        self._copy.database.close()

    async def add(self, chunks: Sequence[Chunk]) -> None:
        if chunks:
            vectors = await embed_chunks(self._embeddings, chunks)
            await asyncio.to_thread(self._store, chunks, vectors)

    async def search(
        self, query: str, *, books: Sequence[str], limit: int, horizon: int | None = None
    ) -> Sequence[SearchHit]:
        await asyncio.to_thread(self._copy.refresh)
        return await self._local.search(query, books=books, limit=limit, horizon=horizon)

    async def remove(self, book_id: str) -> None:
        for span in find_spans(self._database, [book_id], None):
            self._database.execute(
                "DELETE FROM chunk_vectors WHERE chunk BETWEEN ? AND ?", (span.first, span.last)
            )

    async def count(self, book_id: str) -> int:
        sql = "SELECT count(*) FROM chunk_vectors WHERE model = ? AND chunk BETWEEN ? AND ?"
        return sum(
            self._database.execute(sql, (self._embeddings.model, span.first, span.last))[0][0]
            for span in find_spans(self._database, [book_id], None)
        )

    def _store(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        model, dimension = self._embeddings.model, len(vectors[0])
        with require_stored(chunks), self._database.transaction():
            # As in story.db: a model whose vectors change their length starts again.
            self._database.execute(_DELETE_OTHER_DIMENSIONS, (model, dimension))
            # A replaced vector is a new row, because it needs a larger version.
            self._database.execute(_DELETE, (ids := chunk_ids(self._database, chunks),))
            rows = [np.asarray(vector, NUMBER).tobytes() for vector in vectors]
            self._database.execute(_STORE, (model, dimension, ids, rows))


_PATIENCE = 60.0
"""The seconds to wait while another process of this machine copies a large library."""

_ROWS_PER_QUERY = 1_000
_STATE = "SELECT count(*), coalesce(max(version), 0) FROM chunk_vectors"
_CHANGED = """
    SELECT version, model, vector, chunks.*
    FROM chunk_vectors JOIN chunks ON chunks.id = chunk
    WHERE version > ? ORDER BY version LIMIT ?
"""
_OTHER_COLUMNS = ("version", "model", "vector")
_COPIED = "CREATE TABLE IF NOT EXISTS copied (count INTEGER NOT NULL, version INTEGER NOT NULL)"

Row = dict[str, Any]


class LibraryCopy:
    """A copy of all chunks with vectors; several processes of a machine may share it.

    The copy is current if the number of vectors and their largest version are those of the source:
    each new vector has a larger version, and only a removal changes the number alone.
    """

    def __init__(self, source: SqlDatabase, folder: Path) -> None:
        self._source = source
        self._folder = folder
        self._path = folder / f"books-{SCHEMA}.db"
        self.database = Database(self._path, timeout=_PATIENCE)

    def refresh(self) -> None:
        """Copy the changes of the source; replace a damaged copy."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            self._copy_changes()
        except StoreDamagedError:
            self._delete()
            self._copy_changes()

    def _copy_changes(self) -> None:
        self.database.execute(_COPIED)
        count, version = self._source.execute(_STATE)[0]
        if self._read_copied() == (count, version):
            return
        with self.database.transaction():
            _, last = self._read_copied()
            if version < last:  # The source was restored from an older backup.
                self.database.execute("DELETE FROM books")
                last = 0
            for rows in self._iter_changed(last):
                self._store(rows)
            self._remove_missing(count)
            self.database.execute("DELETE FROM copied")
            self.database.insert("copied", {"count": count, "version": version})

    def _read_copied(self) -> tuple[int, int]:
        found = self.database.execute("SELECT count, version FROM copied")
        return found[0] if found else (0, 0)

    def _iter_changed(self, last: int) -> Iterator[Sequence[Row]]:
        while rows := self._source.rows(_CHANGED, (last, _ROWS_PER_QUERY)):
            yield rows
            last = rows[-1]["version"]

    def _store(self, rows: Sequence[Row]) -> None:
        books = self._copy_books()
        # The book of a row may be gone since the row was read.
        kept = [row for row in rows if row["book"] in books]
        for row in kept:
            self.database.execute("DELETE FROM chunks WHERE id = ?", (row["id"],))
            chunk = {name: row[name] for name in row if name not in _OTHER_COLUMNS}
            self.database.insert("chunks", chunk)
        for model, group in groupby(kept, key=itemgetter("model")):
            self._store_vectors(model, [*group])

    def _store_vectors(self, model: str, rows: Sequence[Row]) -> None:
        files = MatrixFiles(self.database, self._folder)
        VectorStore(self.database, model=model, files=files).add(
            [row["id"] for row in rows], [np.frombuffer(row["vector"], NUMBER) for row in rows]
        )

    def _copy_books(self) -> set[int]:
        books = self._source.rows("SELECT * FROM books")
        for book in books:
            self.database.execute(
                "DELETE FROM books WHERE id = ? AND position <> ?", (book["id"], book["position"])
            )
            self.database.insert("books", book, conflict="ON CONFLICT (id) DO NOTHING")
        return {book["position"] for book in books}

    def _remove_missing(self, count: int) -> None:
        ids = {chunk for (chunk,) in self.database.execute("SELECT id FROM chunks")}
        if len(ids) != count:
            ids -= {chunk for (chunk,) in self._source.execute("SELECT chunk FROM chunk_vectors")}
            for chunk in ids:
                self.database.execute("DELETE FROM chunks WHERE id = ?", (chunk,))

    def _delete(self) -> None:
        self.database.close()
        for path in self._folder.glob(f"{self._path.name}*"):
            path.unlink(missing_ok=True)
