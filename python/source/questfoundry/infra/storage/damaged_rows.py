"""Detect database rows whose content cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

from questfoundry.domain.errors import QuestFoundryError, StoreDamagedError
from questfoundry.domain.protocols.runs import DamagedRow

_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


@contextmanager
def detect_damage(table: str, row: object, owner: object) -> Iterator[None]:
    """Run the ``with`` block, which reads a row; if this fails, raise ``UnreadableRowError``.

    The error names the ``table``, the key ``row``, and the ``owner`` of the row, such as a run.
    """
    try:
        yield
    except (*_UNREADABLE, QuestFoundryError) as problem:
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
