"""Search books in PostgreSQL through a copy on each machine, which is a ``story.db`` of its own.

The copy has the chunks with vectors, the index of their words, and the matrix of their vectors. So
every project ranks chunks in one way, wherever its books are. The copy may be deleted at any time.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from questfoundry.domain.library.book import Chunk, SearchHit
from questfoundry.domain.protocols.library import ChunkIndex
from questfoundry.domain.protocols.provider import EmbeddingProvider
from questfoundry.infra.postgres.library_copy import LibraryCopy
from questfoundry.infra.search.hybrid import HybridChunkIndex, embed_chunks, require_stored
from questfoundry.infra.search.vectors import NUMBER, Vectors
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
