"""A search covers ready books and explains why other books are missing."""

import pytest

from questfoundry.app.books.finder import MAX_HITS, SearchBooksUseCase
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookStatus
from questfoundry.testing.contracts.library import a_book, a_chunk
from questfoundry.testing.library import (
    InMemoryBookRepository,
    InMemoryChunkIndex,
    InMemoryChunkRepository,
)


class Library:
    def __init__(self) -> None:
        self.books = InMemoryBookRepository()
        self.chunks = InMemoryChunkRepository(self.books)
        self.index = InMemoryChunkIndex(self.books)
        self.search = SearchBooksUseCase(books=self.books, index=self.index)

    async def hold(self, name, chunks=3, status=BookStatus.READY):
        self.books.save(a_book(name, status=status, chunks=chunks))
        stored = [a_chunk(name, number) for number in range(chunks)]
        self.chunks.add(stored)
        await self.index.add(stored)

    async def found(self, **given):
        hits = await self.search.execute("chunk", **given)
        return [(hit.chunk.book, hit.chunk.number) for hit in hits]


@pytest.fixture
def library():
    return Library()


async def test_all_books_that_are_ready_are_searched_unless_some_are_named(library):
    """A half-indexed book must not answer as if it were complete."""
    await library.hold("sea", chunks=1)
    await library.hold("land", chunks=1)
    await library.hold("torn", chunks=1, status=BookStatus.FAILED)

    assert await library.found() == [("book::sea", 0), ("book::land", 0)]
    assert await library.found(books=["book::land"]) == [("book::land", 0)]
    assert await library.found(books=[]) == []
    assert [book.id for book in library.search.list_ready_books()] == ["book::sea", "book::land"]


async def test_as_many_chunks_are_given_as_were_asked_for_within_bounds(library):
    """A senseless number must not flood the prompt or return nothing."""
    await library.hold("sea", chunks=MAX_HITS + 5)

    assert len(await library.found()) == 5
    assert len(await library.found(top_k=2)) == 2
    assert len(await library.found(top_k=-3)) == 1
    assert len(await library.found(top_k=10**9)) == MAX_HITS


async def test_the_horizon_is_handed_on(library):
    """A search that drops the horizon reveals later pages."""
    await library.hold("sea", chunks=9)

    assert await library.found(horizon=3) == [("book::sea", 0), ("book::sea", 1)]


async def test_a_book_that_cannot_be_searched_is_named_with_what_to_do(library):
    """The reader needs the command that makes the book searchable. (SRC-4.3)"""
    await library.hold("torn", status=BookStatus.INGESTING)

    with pytest.raises(InputError, match=r"'book::none'.* See which books"):
        await library.found(books=["book::none"])
    with pytest.raises(InputError, match=r"'book::torn'.* ingesting\. Index the books"):
        await library.found(books=["book::torn"])


async def test_a_book_that_was_indexed_with_another_model_is_not_searched_in_part(library):
    """Vectors of two models do not match, so such a search would miss chunks silently."""
    await library.hold("sea", chunks=3)
    await library.index.remove("book::sea")
    await library.index.add([a_chunk("sea", 0)])

    with pytest.raises(InputError, match=r"1 of the 3 chunks of 'book::sea'.*Index the books"):
        await library.found()
