"""Find a book of the project by name, show its headings, or remove the book."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.library.book import Book, Chunk
from questfoundry.domain.protocols.library import BookRepository, ChunkIndex, ChunkRepository
from questfoundry.domain.protocols.runs import ProjectLock
from questfoundry.domain.remedy import SimpleAction

KIND = "book"
_BATCH_SIZE = 500


@frozen(kw_only=True)
class BookFinder:
    """A finder of a project's books by name."""

    books: BookRepository
    chunks: ChunkRepository
    index: ChunkIndex

    def find(self, name: str) -> Book:
        """Return the book with the id ``name``, or the only book whose id begins with ``name``.

        Raise ``InputError`` with a list of the books if there is not exactly one.
        """
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
    """A heading in a book, and the page on which the heading is."""

    heading: str
    page: int


@frozen(kw_only=True)
class BookDetails:
    """A book with its headings; ``findable`` of its chunks are in the search index."""

    book: Book
    findable: int
    contents: tuple[BookHeading, ...]


class ShowBookUseCase:
    """The use case that looks up a book, its headings, and its state in the search index."""

    def __init__(self, *, finder: BookFinder) -> None:
        self._finder = finder

    async def execute(self, name: str) -> BookDetails:
        """Return the details of the book ``name``, as :meth:`BookFinder.find` finds it."""
        book = self._finder.find(name)
        return BookDetails(
            book=book,
            findable=await self._finder.index.count(book.id),
            contents=tuple(_list_headings(_iter_chunks(self._finder.chunks, book.id))),
        )


class RemoveBookUseCase:
    """The use case that removes a book with its stored text and its entries in the search index."""

    def __init__(self, *, finder: BookFinder, lock: ProjectLock) -> None:
        self._finder = finder
        self._lock = lock

    async def execute(self, name: str) -> Book:
        """Remove the book ``name``, as :meth:`BookFinder.find` finds it."""
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
            yield BookHeading(heading, chunk.first_page)


def _describe_mismatch(name: str, books: Sequence[Book], *, several: bool) -> str:
    if not books:
        return f"There is no book {name!r}: the library is empty."
    if several:
        problem = f"{name!r} may be several books"
    else:
        problem = f"There is no book {name!r}. The library has"
    listed = ", ".join(book.id for book in books)
    return f"{problem}: {listed}. Name one of them."
