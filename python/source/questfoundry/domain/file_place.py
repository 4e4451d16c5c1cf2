"""Define a place in a file, for messages to the author."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

Item = TypeVar("Item", covariant=True)


@frozen(order=True)
class FilePlace:
    """A line of a file and, if known, a column; both count from 1."""

    file: str
    line: int
    column: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@frozen
class Located(Generic[Item]):
    """An item with its place in a file; the place is ``None`` if unknown."""

    item: Item
    place: FilePlace | None
