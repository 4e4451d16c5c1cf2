"""Adds a book to the library, or goes on with one whose adding was interrupted."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.books.finder import Shelf
from questfoundry.app.books.ingest import Ingestion, digest_of
from questfoundry.domain.library.book import Book, BookStatus
from questfoundry.domain.protocols.library import BookFiles
from questfoundry.domain.protocols.lock import ProjectLock


@frozen(kw_only=True)
class AddedBook:
    """A book of the library; ``known`` where it was ready before."""

    book: Book
    known: bool


class AddBookUseCase:
    """The same bytes are the same book, wherever they come from."""

    def __init__(
        self, *, files: BookFiles, ingestion: Ingestion, shelf: Shelf, lock: ProjectLock
    ) -> None:
        self._files = files
        self._ingestion = ingestion
        self._shelf = shelf
        self._lock = lock

    async def execute(self, place: str, *, title: str = "") -> AddedBook:
        """Add the file at a path or an address; ``title`` counts for more than its own.

        ``InputError`` says what is wrong with the file; the library is then as it was.
        """
        file = await self._files.read(place)
        digest = digest_of(file)
        with self._lock.hold("adding a book"):
            book = next((each for each in self._shelf.books.list() if each.digest == digest), None)
            known = book is not None and book.status is BookStatus.READY
            if book is None or book.status is BookStatus.PENDING:
                book = await self._ingestion.store(file, title=title, known=book)
            return AddedBook(book=await self._ingestion.make_findable(book), known=known)
