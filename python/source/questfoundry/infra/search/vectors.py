"""Search chunks by embedding vectors, which are stored in ``story.db``.

The search reads the vectors from a memory-mapped matrix file that is built from the database.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from questfoundry.infra.search.matrix import Matrix, MatrixFiles
from questfoundry.infra.search.spans import Span
from questfoundry.infra.storage.database import Database

Vectors = Sequence[Sequence[float]]

_MODEL = "INSERT OR IGNORE INTO embedding_models (name, dimension, state) VALUES (?, ?, '')"
_DELETE_OTHER_DIMENSIONS = """
    DELETE FROM chunk_vectors WHERE model IN (
        SELECT position FROM embedding_models WHERE name = ? AND dimension <> ?
    )
"""
_STORE = """
    INSERT INTO chunk_vectors (chunk, model, vector)
    SELECT ?, position, ? FROM embedding_models WHERE name = ? AND dimension = ?
    ON CONFLICT (chunk) DO UPDATE SET model = excluded.model, vector = excluded.vector
"""
_COUNT = """
    SELECT count(*) FROM chunk_vectors
    WHERE model IN (SELECT position FROM embedding_models WHERE name = ?)
    AND chunk BETWEEN ? AND ?
"""


class VectorStore:
    """The stored vectors of one embedding model.

    Each chunk has at most one vector: a new vector replaces an older one, even from another model.
    The search is exact, because it compares the query with every vector.
    """

    def __init__(self, database: Database, *, model: str, files: MatrixFiles) -> None:
        self._database = database
        self._model = model
        self._files = files

    def add(self, chunks: Sequence[int], vectors: Vectors) -> None:
        """Store one vector for each chunk id in ``chunks``, replacing the chunks' earlier vectors.

        If earlier vectors of this model have another number of dimensions, they are deleted.
        """
        rows = np.asarray(vectors, dtype="<f4")
        dimension = rows.shape[1]
        with self._database.transaction():
            self._database.execute(_MODEL, (self._model, dimension))
            self._database.execute(_DELETE_OTHER_DIMENSIONS, (self._model, dimension))
            for chunk, row in zip(chunks, rows, strict=True):
                self._database.execute(_STORE, (chunk, row.tobytes(), self._model, dimension))

    def remove(self, span: Span) -> None:
        """Delete the vectors of the chunks in ``span``, including vectors from other models."""
        self._database.execute(
            "DELETE FROM chunk_vectors WHERE chunk BETWEEN ? AND ?", (span.first, span.last)
        )

    def count(self, span: Span) -> int:
        """Return the number of chunks in ``span`` that have a vector of this model."""
        count: int = self._database.execute(_COUNT, (self._model, span.first, span.last))[0][0]
        return count

    def search(self, vector: Sequence[float], allowed: Iterable[Span], limit: int) -> list[int]:
        """Return the ids of the ``allowed`` chunks that are most similar to ``vector``, best first.

        The result has at most ``limit`` ids. Chunks with a similarity of 0 or less are left out.
        """
        query = np.asarray(vector, dtype=np.float32)
        matrix = self._files.load_matrix(self._model, query.size)
        if matrix is None:
            return []
        found = [near for span in allowed for near in _iter_nearest(matrix, span, query, limit)]
        return [chunk for _, chunk in sorted(found)[:limit]]


def _iter_nearest(
    matrix: Matrix, span: Span, query: NDArray[np.float32], limit: int
) -> Iterator[tuple[float, int]]:
    """Yield the negated similarity and the id of the nearest chunks, in any order.

    Chunks with a similarity of 0 or less are left out.
    """
    begin = np.searchsorted(matrix.ids, span.first)
    end = np.searchsorted(matrix.ids, span.last, side="right")
    # vecdot works row by row on one thread. A matrix product would start BLAS threads, which
    # wait for each other if another process uses one of the cores.
    scores = np.vecdot(matrix.rows[begin:end], query)
    best = np.arange(scores.size)
    if scores.size > limit:
        best = np.argpartition(-scores, limit - 1)[:limit]
    for place in best:
        if scores[place] > 0:
            yield -float(scores[place]), int(matrix.ids[begin + place])
