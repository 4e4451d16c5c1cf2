"""Define a place in a file, for messages to the author."""

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
    """A value that was read from a file, with its place; the place is ``None`` if unknown."""

    item: Item
    place: FilePlace | None
