"""Search chunks by embedding vectors, which are stored in ``story.db``.

The search reads the vectors from a memory-mapped matrix file, which is rebuilt from the database
when the stored vectors change. The file may be deleted at any time.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from questfoundry.domain.errors import StoreError
from questfoundry.infra.own_files import PRIVATE, replace_file, require_own
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_books import Span

_ID, NUMBER = np.dtype("<i8"), np.dtype("<f4")
_ROWS_PER_QUERY = 1_000
_STATE = "SELECT position, state FROM embedding_models WHERE name = ? AND dimension = ?"
_IDS = "SELECT chunk FROM chunk_vectors WHERE model = ? ORDER BY chunk"
_ROWS = "SELECT chunk, vector FROM chunk_vectors WHERE model = ? AND chunk > ? ORDER BY chunk LIMIT"


@frozen(kw_only=True, eq=False)
class Matrix:
    """The vectors of one embedding model.

    ``state`` is the version of the stored vectors from which the matrix was built. ``ids`` are the
    chunk ids in ascending order, and ``rows`` are the chunks' vectors in the same order.
    """

    state: str
    ids: NDArray[np.int64]
    rows: NDArray[np.float32]


class MatrixFiles:
    """A builder of matrix files with the vectors of chunks, kept in the cache folder ``folder``."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._cached: Matrix | None = None

    def load_matrix(self, model: str, dimension: int) -> Matrix | None:
        """Return the matrix with all stored vectors of ``model``, or ``None`` if it has no vectors.

        ``dimension`` is the number of elements of a vector. Raise ``StoreError`` if the matrix file
        cannot be written or read.
        """
        for position, state in self._database.execute(_STATE, (model, dimension)):
            opened = self._cached
            if opened is None or opened.state != state:
                self._cached = opened = self._load_or_build(position, state, dimension)
            return opened
        return None

    def _load_or_build(self, model: int, state: str, dimension: int) -> Matrix:
        path = self._folder / f"vectors-{model}-{state}.bin"
        try:
            require_own(path)
            if not path.exists():
                self._write(path, model)
            return _open_matrix(path, state, dimension)
        except (OSError, ValueError) as problem:
            raise StoreError(
                f"{str(path)!r} cannot be written or read: {problem}. Delete it, so that it is "
                "rebuilt, and check the free space and the permissions of its folder."
            ) from problem

    def _write(self, path: Path, model: int) -> None:
        replace_file(self._folder / ".gitignore", "*\n", within=self._folder.parent)
        # The transaction excludes other writers. If the state has changed since its name was
        # read, the file holds newer vectors under an old name, which is never looked up again.
        with self._database.transaction():
            ids = np.array(self._database.execute(_IDS, (model,)), dtype=_ID).tobytes()
            parts = chain((ids,), self._iter_vectors(model))
            replace_file(path, parts, within=self._folder.parent, mode=PRIVATE)
        for other in self._folder.glob(f"vectors-{model}-*.bin"):
            if other != path:
                # Some systems do not delete a file that another process has open.
                with suppress(OSError):
                    other.unlink()

    def _iter_vectors(self, model: int) -> Iterator[bytes]:
        last = -1
        while rows := self._database.execute(f"{_ROWS} {_ROWS_PER_QUERY}", (model, last)):
            yield from (vector for _, vector in rows)
            last = rows[-1][0]


def _open_matrix(path: Path, state: str, dimension: int) -> Matrix:
    size = path.stat().st_size
    count, rest = divmod(size, _ID.itemsize + dimension * NUMBER.itemsize)
    if rest:
        raise ValueError(f"its size of {size} bytes is not a whole number of rows")
    if not count:
        empty = np.empty((0, dimension), NUMBER)
        return Matrix(state=state, ids=np.empty(0, _ID), rows=empty)
    ids = np.memmap(path, _ID, "r", shape=(count,))
    rows = np.memmap(path, NUMBER, "r", offset=ids.nbytes, shape=(count, dimension))
    return Matrix(state=state, ids=ids, rows=rows)


Vectors = Sequence[Sequence[float]] | Sequence[NDArray[np.float32]]

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
        rows = np.asarray(vectors, dtype=NUMBER)
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
        """Return the ids of the ``allowed`` chunks most similar to ``vector``, best first."""
        query = np.asarray(vector, dtype=np.float32)
        matrix = self._files.load_matrix(self._model, query.size)
        if matrix is None:
            return []
        found = [near for span in allowed for near in _iter_nearest(matrix, span, query, limit)]
        return [chunk for _, chunk in sorted(found)[:limit]]


def _iter_nearest(
    matrix: Matrix, span: Span, query: NDArray[np.float32], limit: int
) -> Iterator[tuple[float, int]]:
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
