"""Define the events of adding a book to the library."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class BookOpened(Event):
    """The event that a book file is about to be read; ``size`` is in bytes."""

    file: str
    size: int


@frozen(kw_only=True)
class BookRead(Event):
    """The event that the text of a book was read and is now being stored.

    ``made_pages`` is true if the program computed the pages, because the file has no page breaks.
    """

    book: str
    pages: int
    made_pages: bool


@frozen(kw_only=True)
class ChunksIndexed(Event):
    """The event that ``done`` of the book's ``total`` chunks (parts of the text) are searchable."""

    book: str
    done: int
    total: int
