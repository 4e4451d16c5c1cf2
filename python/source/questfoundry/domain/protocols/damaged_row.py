"""Identify a row of ``story.db`` that cannot be read and is skipped."""

from attrs import frozen


@frozen(kw_only=True)
class DamagedRow:
    """A row of a database table that cannot be read.

    ``owner`` names the run, stage or other object to which the row belongs.
    """

    table: str
    row: object
    owner: str
    problem: str

    def __str__(self) -> str:
        return (
            f"Row {self.row} of the table {self.table} in story.db (for {self.owner!r}) cannot be "
            f"read: {self.problem}"
        )
