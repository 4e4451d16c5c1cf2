"""Find, search, show or remove the books of a project."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.library.book import Book, BookStatus, Chunk, SearchHit
from questfoundry.domain.protocols.library import BookRepository, ChunkIndex, ChunkRepository
from questfoundry.domain.protocols.runs import ProjectLock
from questfoundry.domain.remedy import SimpleAction

KIND = "book"
_BATCH_SIZE = 500


@frozen(kw_only=True)
class BookFinder:
    """A finder of a project's books by name, with access to the books' text and search index."""

    books: BookRepository
    chunks: ChunkRepository
    index: ChunkIndex

    def find(self, name: str) -> Book:
        """Return the only book whose id equals or begins with ``name``; else ``InputError``."""
        books = self.books.list()
        wanted = make_id(KIND, name)
        found = (
            [book for book in books if book.id in (name, f"{KIND}::{name}")]
            or [book for book in books if book.id == wanted]
            or [book for book in books if slug_of(wanted) and book.id.startswith(wanted)]
        )
        if len(found) == 1:
            return found[0]
        raise InputError(
            _describe_mismatch(name, found or books, several=bool(found)),
            remedies=() if books else (SimpleAction.ADD_BOOK,),
        )


@frozen
class BookHeading:
    """A heading in a book and its page; ``label`` is the page's printed number, if it differs."""

    heading: str
    page: int
    label: str = ""


@frozen(kw_only=True)
class BookDetails:
    """A book with its headings; ``findable`` is the number of its chunks in the search index."""

    book: Book
    findable: int
    contents: tuple[BookHeading, ...]


@frozen(kw_only=True)
class ShowBookUseCase:
    """The use case that looks up a book, its headings, and its state in the search index."""

    _finder: BookFinder

    async def execute(self, name: str) -> BookDetails:
        """Return the details of the book with the id (or beginning of an id) ``name``."""
        book = self._finder.find(name)
        return BookDetails(
            book=book,
            findable=await self._finder.index.count(book.id),
            contents=tuple(_list_headings(_iter_chunks(self._finder.chunks, book.id))),
        )


@frozen(kw_only=True)
class RemoveBookUseCase:
    """The use case that removes a book with its stored text and its entries in the search index."""

    _finder: BookFinder
    _lock: ProjectLock

    async def execute(self, name: str) -> Book:
        """Remove the book with the id (or beginning of an id) ``name``, and return this book."""
        with self._lock.hold("removing a book"):
            book = self._finder.find(name)
            await self._finder.index.remove(book.id)
            self._finder.books.delete(book.id)
            return book


def _iter_chunks(chunks: ChunkRepository, book_id: str) -> Iterator[Chunk]:
    last = -1
    while batch := chunks.list_after(book_id, last, _BATCH_SIZE):
        yield from batch
        last = batch[-1].number


def _list_headings(chunks: Iterator[Chunk]) -> Iterator[BookHeading]:
    heading = ""
    for chunk in chunks:
        if chunk.heading != heading:
            heading = chunk.heading
            yield BookHeading(heading, chunk.first_page, chunk.first_label)


def _describe_mismatch(name: str, books: Sequence[Book], *, several: bool) -> str:
    if not books:
        return f"There is no book {name!r}: the library is empty."
    missing = f"There is no book {name!r}. The library has"
    problem = f"{name!r} may be several books" if several else missing
    listed = ", ".join(book.id for book in books)
    return f"{problem}: {listed}. Name one of them."


MAX_HITS = 50


@frozen(kw_only=True)
class SearchBooksUseCase:
    """The use case that finds the chunks (pieces of text) of books that match a question."""

    _books: BookRepository
    _index: ChunkIndex

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
