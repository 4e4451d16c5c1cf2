"""A name that an author's outline has, and what it says of whoever has it."""

from __future__ import annotations

from attrs import frozen


@frozen
class OutlineName:
    """A name, and what the outline says beside it, or where it first occurs.

    ``kind`` is what the heading says that it is listed below, or whoever read the text, empty where
    neither does; ``listed`` that it has room in a story of any size: it stands below such a
    heading, or was read as a name. ``also`` are other names of the same.
    """

    name: str
    told: str = ""
    kind: str = ""
    is_listed: bool = True
    also: tuple[str, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """All names that it goes by."""
        return (self.name, *self.also)
