"""Makes findable what cannot be found yet: after an interruption, or for another model."""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.app.books.finder import Shelf
from questfoundry.app.books.ingest import Ingestion, digest_of
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Book, BookStatus
from questfoundry.domain.protocols.library import BookFiles
from questfoundry.domain.protocols.lock import ProjectLock
from questfoundry.domain.remedy import Act, RemoveBook


class ReindexBooksUseCase:
    """Goes on with every book where it stopped; one that is whole costs nothing."""

    def __init__(
        self, *, files: BookFiles, ingestion: Ingestion, shelf: Shelf, lock: ProjectLock
    ) -> None:
        self._files = files
        self._ingestion = ingestion
        self._shelf = shelf
        self._lock = lock

    async def execute(self, name: str | None = None) -> Sequence[Book]:
        """The books that are ready now: the one of that name, or all."""
        with self._lock.hold("indexing books"):
            books = [self._shelf.find(name)] if name else self._shelf.books.list()
            return [await self._complete(book) for book in books]

    async def _complete(self, book: Book) -> Book:
        if book.status is BookStatus.PENDING:
            file = await self._files.read(book.source)
            if digest_of(file) != book.digest:
                raise InputError(
                    f"Only a part of {book.id!r} is stored, and {book.source!r} is no longer the "
                    "file that it came from. Add the file again, or remove it.",
                    remedies=(Act.ADD_BOOK, RemoveBook(book.id)),
                )
            book = await self._ingestion.store(file, known=book)
        return await self._ingestion.make_findable(book)
