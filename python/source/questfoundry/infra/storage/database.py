"""Access the database ``story.db``: one connection per thread, short transactions, clear errors."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from questfoundry.domain.errors import (
    QuestFoundryError,
    StoreDamagedError,
    StoreError,
    StoreLockedError,
)
from questfoundry.domain.protocols.runs import DamagedRow
from questfoundry.infra.own_files import PRIVATE, require_own
from questfoundry.infra.storage.sql import ConstraintError, Parameters, SqlDatabase, SqlDialect

SCHEMA = 11
"""The number of migrations, stored in the database as ``PRAGMA user_version``."""

SQLITE = SqlDialect(
    in_list="IN (SELECT value FROM json_each(?))",
    bind_list=json.dumps,
    input_equals="CASE WHEN json_valid(inputs) THEN json_extract(inputs, '$.{}') END "
    "IS json_extract(?, '$')",
)

_IN_MEMORY = ":memory:"
_FILE_SUFFIXES = ("", "-journal", "-shm", "-wal")
_TRIGGERS_AND_VIEWS = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
_OWN_TRIGGERS = frozenset(
    {"a7ed5a67460bef49", "b0a4193722db89ae", "be15043b95970c60", "cd4504e4d26939b4"}
)
"""Hash prefixes of the SQL statements of the triggers that the migrations create."""

_CACHE_KB = 128
"""The pages that a connection keeps. Other pages are in the cache of the operating system."""

_FIRST_OPENERS = 20
"""The number of processes that may open a new file at the same time without errors."""


class Database(SqlDatabase):
    """A SQLite file that is opened, and migrated if necessary, on first use.

    Each thread gets its own connection.
    """

    def __init__(
        self, path: Path, *, timeout: float = 5.0, before_creation: Callable[[], None] | None = None
    ) -> None:
        """Set the path of the file, and the seconds to wait while another process writes.

        ``before_creation`` is called before a missing file is created.
        """
        self._path = path
        self._before_creation = before_creation
        self._timeout = timeout
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []

    @property
    def dialect(self) -> SqlDialect:
        return SQLITE

    def execute(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        with self._translate_errors():
            return self._connection().execute(sql, parameters).fetchall()

    def rows(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        with self._translate_errors():
            found = self._connection().execute(sql, parameters)
            names = [column[0] for column in found.description]
            return [dict(zip(names, map(_read_as_text, row), strict=True)) for row in found]

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._translate_errors():
            connection = self._connection()
            if connection.in_transaction:
                yield
                return
            with _transaction(connection):
                yield

    def close(self) -> None:
        self._local = threading.local()
        while self._connections:
            self._connections.pop().close()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self._require_files()
            connection = self._open()
            self._connections.append(connection)
            self._local.connection = connection
        return connection

    def _open(self) -> sqlite3.Connection:
        # `close` may run in another thread than the one that opened the connection.
        connection = sqlite3.connect(
            self._path, timeout=self._timeout, isolation_level=None, check_same_thread=False
        )
        # Invalid UTF-8 is detected when its row is read and does not affect other rows.
        connection.text_factory = _decode_text
        try:
            has_migrated = self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        if not has_migrated or str(self._path) == _IN_MEMORY:
            return connection
        # A connection keeps 0.4 MB for the statements of its migrations until it is closed.
        connection.close()
        return self._open()

    def _require_files(self) -> None:
        if str(self._path) == _IN_MEMORY:
            return
        for ending in _FILE_SUFFIXES:
            require_own(self._path.with_name(f"{self._path.name}{ending}"))
        if self._before_creation and not self._path.exists():
            self._before_creation()
        with suppress(OSError):  # the file exists, or SQLite reports the problem better
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))

    def _prepare(self, connection: sqlite3.Connection) -> bool:
        """Check the file and bring its tables up to date; return whether any have changed."""
        version = _schema_of(connection)
        if version > SCHEMA:
            raise StoreError(
                f"{str(self._path)!r} was written by a newer QuestFoundry (schema {version}; "
                f"this one knows {SCHEMA}). Update QuestFoundry to open this project."
            )
        # The file may come from another person, so unknown triggers and views are refused.
        # (`trusted_schema = OFF` would also stop our own triggers from using the word index.)
        for kind, name, text in connection.execute(_TRIGGERS_AND_VIEWS):
            if sha256(text.encode()).hexdigest()[:16] in _OWN_TRIGGERS:
                continue
            raise StoreDamagedError(
                f"{str(self._path)!r} contains the {kind} {name!r}, "
                "which QuestFoundry never makes. Restore a copy of the file, or move it away and "
                "start again: the accepted artifacts are still in artifacts/."
            )
        _switch_to_wal(connection)
        # Commits are handed to the operating system, so they survive a killed process. A power
        # cut can lose the last commits, but never part of one.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
        if version < SCHEMA:
            _bring_up_to_date(connection)
        return version < SCHEMA

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.IntegrityError as problem:
            raise ConstraintError(str(problem)) from problem
        except UnicodeEncodeError as problem:
            raise StoreError(
                f"{str(self._path)!r} cannot store this text: {problem}. "
                "Remove broken characters from it."
            ) from problem
        except sqlite3.DatabaseError as problem:
            # Errors without a code are mistakes in our code, not failures of SQLite.
            if getattr(problem, "sqlite_errorcode", None) is None:
                raise
            raise _to_store_error(problem, self._path) from problem


def _decode_text(stored: bytes) -> str:
    return stored.decode("utf-8", "surrogateescape")


def _read_as_text(value: object) -> object:
    # SQLite keeps bytes in a column of text, where only damage puts them.
    return _decode_text(value) if isinstance(value, bytes) else value


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        # SQLite itself rolls back on some errors, such as a full disk.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    for tries_left in reversed(range(_FIRST_OPENERS)):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or not tries_left:
                raise
            # Another process is opening the new file too. SQLite waits for other processes at
            # the start of a write transaction, but not when the journal mode is switched.
            with _transaction(connection):
                pass
        else:
            return


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    from questfoundry.infra.storage.migrations import MIGRATIONS, migrate

    with _transaction(connection):
        if (version := _schema_of(connection)) < SCHEMA:
            migrate(connection, MIGRATIONS[version:])
            connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _schema_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _to_store_error(problem: sqlite3.DatabaseError, path: Path) -> StoreError:
    name = repr(str(path))
    match problem.sqlite_errorcode & 0xFF:
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return StoreDamagedError(
                f"{name} is damaged: {problem}. Restore a copy, or move the file away "
                "and start again: the accepted artifacts are still in artifacts/."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLockedError(
                f"Another process has been writing to {name} for too long. "
                "Wait for it or stop it, then run this command again."
            )
        case sqlite3.SQLITE_FULL:
            return StoreError(
                f"{name} cannot grow: the disk is full. Data stored before is safe. "
                "Free some space, then run this command again."
            )
        case sqlite3.SQLITE_READONLY:
            return StoreError(
                f"{name} cannot be written: it, or its folder, is read-only. "
                "Allow writing there, or copy the project to another folder."
            )
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(
                f"{name} cannot be opened: its folder is missing or not writable, or it is not a "
                "file. Check the path of the project and its permissions."
            )
        case _:
            return StoreError(
                f"{name} cannot be used: {problem}. Check the disk and the project's permissions."
            )


UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


@contextmanager
def detect_damage(table: str, row: object, owner: object) -> Iterator[None]:
    """Raise ``UnreadableRowError`` if the ``with`` block, which reads a row, fails."""
    try:
        yield
    except (*UNREADABLE, QuestFoundryError) as problem:
        found = DamagedRow(
            table=table,
            row=row,
            owner=str(owner),
            problem=f"{type(problem).__name__}: {problem}"[:200],
        )
        raise UnreadableRowError(found) from problem


class UnreadableRowError(StoreDamagedError):
    """An error for a database row whose content is damaged."""

    def __init__(self, row: DamagedRow) -> None:
        super().__init__(
            f"{row}. Restore a copy of story.db, or repeat the work that the row belongs to; "
            "all other rows can be used."
        )
        self.row = row
