"""Copy a project between a folder and a database, with all its files and rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from attrs import frozen

from questfoundry.composition.project.places import ProjectPlace, parse_place
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.project_file import SETTINGS
from questfoundry.infra.storage.sql_books import IDS_OF_A_BOOK

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.infra.storage.sql import SqlDatabase

_ORDERS = {
    "runs": "position",
    "journal": "position",
    "artifact_versions": "stage, version",
    "current_artifacts": "stage",
    "artifact_files": "stage",
    "conversations": "position",
    "chat_messages": "conversation_id, position",
    "books": "position",
    "chunks": "id",
}
"""The tables whose rows are copied, in this order of tables and rows."""

_NUMBERED = ("runs", "journal", "conversations", "books")
"""The tables for which the target chooses new positions, in the same order."""

_OWN_COLUMNS = ("rowid",)
_VECTORS = "SELECT chunk, model, dimension, vector FROM chunk_vectors ORDER BY chunk"
_VECTORS_OF_FOLDER = """
    SELECT chunk, name, dimension, vector
    FROM chunk_vectors JOIN embedding_models ON position = model ORDER BY chunk
"""
_BATCH = 500
_LARGEST_FILE = 2_000_000_000
_PURPOSE = "copy"


@frozen(kw_only=True)
class CopiedProject:
    """The number of copied ``files`` and ``rows``."""

    files: int
    rows: int


async def copy_project(source: ProjectPlace, target: ProjectPlace) -> CopiedProject:
    """Copy all files and rows of the project in ``source`` to ``target``.

    The copy appears only when it is complete. Logs, caches and jobs are not copied. Raise
    ``InputError`` if there is no project in ``source``, or something in ``target``, and
    ``StoreLockedError`` if somebody works on the project.
    """
    if not source.hold_project:
        raise InputError(
            f"There is no project in {source.address!r}.", remedies=(SimpleAction.CHOOSE_FOLDER,)
        )
    _require_free(target)
    with _draft_of(target) as draft:
        original, copy = (
            each.build(each.read_settings({}, trust=True)) for each in (source, draft)
        )
        async with original.closing(), copy.closing():
            with original.store().lock.hold(_PURPOSE), copy.database().transaction():
                rows = sum(_copy_rows(original.database(), copy.database()))
                return CopiedProject(files=_copy_files(original, copy), rows=rows)


def _require_free(target: ProjectPlace) -> None:
    folder = target.folder
    if target.hold_project or (folder and folder.exists() and any(folder.iterdir())):
        raise InputError(
            f"{target.address!r} already exists, and a copy replaces nothing. Choose another name."
        )


@contextmanager
def _draft_of(target: ProjectPlace) -> Iterator[ProjectPlace]:
    """Yield a place that becomes ``target`` at the end of the block, unless the block fails."""
    if target.folder is None:
        yield target  # The transaction of the copy decides.
        return
    root = target.folder.resolve()
    draft = root.with_name(f".{root.name}.copy-{os.getpid()}")
    try:
        draft.mkdir(parents=True)
        yield parse_place(draft)
        if root.exists():
            root.rmdir()
        draft.rename(root)
    finally:
        rmtree(draft, ignore_errors=True)


def _copy_files(original: ProjectContainer, copy: ProjectContainer) -> int:
    source, target = original.settings().files, copy.settings().files
    names = sorted(source.names(), key=lambda name: name == SETTINGS)
    for name in names:
        target.replace(name, source.read(name, max_bytes=_LARGEST_FILE) or b"", durable=False)
    return len(names)


def _copy_rows(source: SqlDatabase, target: SqlDatabase) -> Iterator[int]:
    """Copy each table, and yield the number of its rows."""
    books: dict[int, int] = {}
    for table, order in _ORDERS.items():
        count = 0
        for row in _read(source, table, order):
            position = _insert(target, table, row, books)
            if table == "books":
                books[row["position"]] = position
            count += 1
        yield count
    yield _copy_vectors(source, target, books)


def _read(source: SqlDatabase, table: str, order: str) -> Iterator[dict[str, Any]]:
    offset = 0
    while found := source.rows(
        f"SELECT * FROM {table} ORDER BY {order} LIMIT {_BATCH} OFFSET {offset}"  # noqa: S608 - own names
    ):
        yield from found
        offset += _BATCH


def _insert(
    target: SqlDatabase, table: str, row: Mapping[str, Any], books: Mapping[int, int]
) -> int:
    """Insert ``row`` and return its position; ``books`` maps the old positions of books to new."""
    own = {*_OWN_COLUMNS, *(["position"] if table in _NUMBERED else [])}
    values = {name: value for name, value in row.items() if name not in own}
    if table == "chunks":
        values["book"] = books[row["book"]]
        values["id"] = _move_chunk(row["id"], books)
    columns, marks = ", ".join(values), ", ".join("?" * len(values))
    returned = "position" if table in _NUMBERED else "1"
    ((position,),) = target.execute(
        f"INSERT INTO {table} ({columns}) VALUES ({marks}) RETURNING {returned}",  # noqa: S608
        tuple(values.values()),
    )
    return int(position)


def _move_chunk(chunk: int, books: Mapping[int, int]) -> int:
    book, number = divmod(chunk, IDS_OF_A_BOOK)
    return books[book] * IDS_OF_A_BOOK + number


def _copy_vectors(source: SqlDatabase, target: SqlDatabase, books: Mapping[int, int]) -> int:
    found = source.execute(_VECTORS_OF_FOLDER if isinstance(source, Database) else _VECTORS)
    insert = _insert_in_folder if isinstance(target, Database) else _insert_vector
    for chunk, model, dimension, vector in found:
        insert(target, _move_chunk(chunk, books), model, dimension, bytes(vector))
    return len(found)


def _insert_vector(
    target: SqlDatabase, chunk: int, model: str, dimension: int, vector: bytes
) -> None:
    row = {"chunk": chunk, "model": model, "dimension": dimension, "vector": vector}
    target.insert("chunk_vectors", row)


def _insert_in_folder(
    target: SqlDatabase, chunk: int, model: str, dimension: int, vector: bytes
) -> None:
    target.execute(
        "INSERT OR IGNORE INTO embedding_models (name, dimension, state) VALUES (?, ?, '')",
        (model, dimension),
    )
    target.execute(
        "INSERT INTO chunk_vectors (chunk, model, vector) "
        "SELECT ?, position, ? FROM embedding_models WHERE name = ? AND dimension = ?",
        (chunk, vector, model, dimension),
    )
