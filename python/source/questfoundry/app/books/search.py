"""Search the books of a project."""

from collections.abc import Sequence

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Book, BookStatus, SearchHit
from questfoundry.domain.protocols.library import BookRepository, ChunkIndex
from questfoundry.domain.remedy import SimpleAction

MAX_HITS = 50


class SearchBooksUseCase:
    """The use case that finds the chunks (pieces of text) of books that match a question."""

    def __init__(self, *, books: BookRepository, index: ChunkIndex) -> None:
        self._books = books
        self._index = index

    async def execute(
        self,
        query: str,
        *,
        books: Sequence[str] | None = None,
        top_k: int = 5,
        horizon: int | None = None,
    ) -> Sequence[SearchHit]:
        """Return at most ``top_k`` chunks (pieces of text) that match ``query``, best first.

        ``books`` are ids; ``None`` searches all ready books. Chunks after the page ``horizon`` are
        left out. Raise ``InputError`` if one of ``books`` is missing, not ready, or was indexed
        with another embedding model.
        """
        selected = (
            self.list_ready_books()
            if books is None
            else [self._get_ready_book(book) for book in books]
        )
        for book in selected:
            await self._require_indexed(book)
        return await self._index.search(
            query,
            books=[book.id for book in selected],
            limit=min(max(top_k, 1), MAX_HITS),
            horizon=horizon,
        )

    def list_ready_books(self) -> Sequence[Book]:
        """Return the completely imported books, which can be searched."""
        return [book for book in self._books.list() if book.status is BookStatus.READY]

    def _get_ready_book(self, book_id: str) -> Book:
        book = self._books.get(book_id)
        if book is None:
            raise InputError(f"There is no book {book_id!r}.", remedies=(SimpleAction.LIST_BOOKS,))
        if book.status is not BookStatus.READY:
            raise InputError(
                f"{book_id!r} cannot be searched yet: it is {book.status}.",
                remedies=(SimpleAction.REINDEX_BOOKS,),
            )
        return book

    async def _require_indexed(self, book: Book) -> None:
        found = await self._index.count(book.id)
        if found < book.chunks:
            raise InputError(
                f"Only {found} of the {book.chunks} chunks of {book.id!r} can be found: it was "
                "indexed with another embedding model than library.embeddings names now.",
                remedies=(SimpleAction.REINDEX_BOOKS,),
            )
