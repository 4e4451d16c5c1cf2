"""A row of ``story.db`` that cannot be read: told with its place, and left out."""

from __future__ import annotations

from attrs import frozen


@frozen(kw_only=True)
class DamagedRow:
    """``table`` and ``row`` say where it is, ``of`` what it belongs to."""

    table: str
    row: object
    owner: str
    problem: str

    def __str__(self) -> str:
        return (
            f"Row {self.row} of the table {self.table} in story.db, of {self.owner!r}, cannot be "
            f"read: {self.problem}"
        )
