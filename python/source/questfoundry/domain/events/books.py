"""How a book comes into the library."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class BookOpened(Event):
    """A file that may be a book is read now; ``size`` is in bytes."""

    file: str
    size: int


@frozen(kw_only=True)
class BookRead(Event):
    """The text of a book was read from its file, and is stored now."""

    book: str
    pages: int
    made_pages: bool


@frozen(kw_only=True)
class ChunksIndexed(Event):
    """A search can find ``done`` of the ``total`` chunks of a book."""

    book: str
    done: int
    total: int
