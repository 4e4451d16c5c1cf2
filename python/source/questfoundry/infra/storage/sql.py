"""Define the interface to SQL databases, and the SQL expressions in which databases differ."""

from __future__ import annotations

# ruff: noqa: S608 - what is put into statements here are our own tables and columns
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from attrs import frozen

Parameters = Sequence[object] | Mapping[str, object]


class ConstraintError(Exception):
    """A row that breaks a constraint of its table, such as a second row with the same key."""


@frozen(kw_only=True)
class SqlDialect:
    """The SQL expressions in which databases differ.

    ``in_list`` is the condition that a value is in the list of the next parameter, which
    ``bind_list`` makes. ``input_equals`` is the condition that the field ``{}`` of the JSON object
    in the column ``inputs`` equals the JSON text of the next parameter; it is false for invalid
    JSON.
    """

    in_list: str
    bind_list: Callable[[Sequence[object]], object]
    input_equals: str


class SqlDatabase(Protocol):
    """The tables of one project, in a database that any thread may use.

    Statements have the placeholders ``?`` for a sequence and ``:name`` for a mapping. On failure,
    all methods raise ``StoreError`` or a subclass, or ``ConstraintError``.
    """

    @property
    @abstractmethod
    def dialect(self) -> SqlDialect:
        """The SQL expressions in which this database differs from others."""

    @abstractmethod
    def execute(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        """Run one SQL statement and return its rows as tuples."""

    @abstractmethod
    def rows(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Run one SQL statement and return its rows as dictionaries by column name."""

    def insert(self, table: str, row: Mapping[str, object], *, conflict: str = "") -> bool:
        """Insert ``row``, which maps column names to values, into ``table``.

        ``conflict`` is an SQL clause such as ``ON CONFLICT DO NOTHING``. Return whether a row was
        added or changed.
        """
        columns, placeholders = ", ".join(row), ", ".join("?" * len(row))
        added = self.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({placeholders}) {conflict} RETURNING 1",
            tuple(row.values()),
        )
        return bool(added)

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Run the ``with`` block in a transaction of this thread; a nested block joins it."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections of all threads; the next use opens new ones."""
