"""Keep the vectors of one embedding model as a matrix in a memory-mapped file.

The file is built from ``story.db`` and rebuilt when the stored vectors change. It may be deleted at
any time.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from questfoundry.domain.errors import StoreError
from questfoundry.infra.own_files import PRIVATE, replace_file, require_own
from questfoundry.infra.storage.database import Database

_ID, _NUMBER = np.dtype("<i8"), np.dtype("<f4")
_ROWS_PER_QUERY = 1_000
_MODEL = "SELECT position, state FROM embedding_models WHERE name = ? AND dimension = ?"
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
    """A builder of matrix files, which are kept in the cache folder ``folder``."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder
        self._cached: Matrix | None = None

    def load_matrix(self, model: str, dimension: int) -> Matrix | None:
        """Return the matrix with all stored vectors of ``model``, or ``None`` if it has no vectors.

        ``dimension`` is the number of elements of a vector. Raise ``StoreError`` if the matrix file
        cannot be written or read.
        """
        for position, state in self._database.execute(_MODEL, (model, dimension)):
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
    count, rest = divmod(size, _ID.itemsize + dimension * _NUMBER.itemsize)
    if rest:
        raise ValueError(f"its size of {size} bytes is not a whole number of rows")
    if not count:
        empty = np.empty((0, dimension), _NUMBER)
        return Matrix(state=state, ids=np.empty(0, _ID), rows=empty)
    ids = np.memmap(path, _ID, "r", shape=(count,))
    rows = np.memmap(path, _NUMBER, "r", offset=ids.nbytes, shape=(count, dimension))
    return Matrix(state=state, ids=ids, rows=rows)
