"""Something at a place in a file, to tell an author where it stands."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

Item = TypeVar("Item", covariant=True)


@frozen(order=True)
class FilePlace:
    """A line of a file and, where that is known, a column, both from 1."""

    file: str
    line: int
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@frozen
class Located(Generic[Item]):
    """An item, and the place in a file where it stands, if that is known."""

    item: Item
    place: FilePlace | None
