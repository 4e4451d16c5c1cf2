"""Find the ranges of chunk ids that a search may use: whole books, or books up to a page."""

from collections.abc import Sequence

from attrs import frozen

from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sqlite_books import IDS_OF_A_BOOK

# Pages increase with the chunks' numbers, so the first chunk beyond the horizon is the one with
# the smallest such page. With a horizon of NULL no chunk is beyond it.
_SPAN = """
    SELECT position, (
        SELECT number FROM chunks
        WHERE chunks.book = books.position AND chunks.last_page > ?
        ORDER BY last_page, number LIMIT 1
    )
    FROM books WHERE id = ?
"""


@frozen
class Span:
    """A range of chunk ids from ``first`` to ``last``, both included."""

    first: int
    last: int


def find_spans(database: Database, books: Sequence[str], horizon: int | None) -> list[Span]:
    """Return a range of chunk ids for each stored book in ``books``.

    With ``horizon``, the range ends before the first chunk that reaches beyond this page. If
    ``horizon`` is ``None``, the range covers the whole book.
    """
    found = []
    for book in dict.fromkeys(books):
        for position, beyond in database.execute(_SPAN, (horizon, book)):
            first = position * IDS_OF_A_BOOK
            length = IDS_OF_A_BOOK if beyond is None else beyond
            found.append(Span(first, first + length - 1))
    return found
