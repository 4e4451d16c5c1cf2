"""Test what every search index of book chunks must do."""

from collections.abc import Sequence

import pytest

from questfoundry.domain.errors import UsageError
from questfoundry.domain.library.book import Chunk
from questfoundry.domain.protocols.library import BookRepository, ChunkIndex, ChunkRepository
from questfoundry.testing.contracts.library import a_book, a_chunk

_TIDE = "The tide came in at noon and took the ledger."
_CAKE = "She baked a cake of flour, butter and sugar."
_CLERK = "The clerk counted his drowned coins by the light of a lantern."


class ChunkIndexContract:
    """The tests for search indexes of book chunks.

    A subclass adds the fixtures ``books``, ``chunks`` and ``index``: a book repository, a chunk
    repository and the index, all with the same empty store.
    """

    async def test_the_passage_that_a_question_is_about_comes_first(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """The chunk that matches the query best comes first (SRC-2.1)."""
        stored = await _store_book(books, chunks, index, "sea", _CLERK, _TIDE, _CAKE)

        hits = await index.search("flour and sugar for the cake", books=["book::sea"], limit=2)

        assert hits[0].chunk == stored[2]
        assert len(hits) <= 2
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    async def test_only_the_books_that_are_named_are_searched(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """A search finds chunks only in the given books, and each chunk only once."""
        for name in ("sea", "shore", "land"):
            await _store_book(books, chunks, index, name, _TIDE, _CAKE)

        hits = await index.search(
            "tide", books=["book::land", "book::sea", "book::sea", "book::none"], limit=9
        )

        places = [(hit.chunk.book, hit.chunk.number) for hit in hits]
        assert {book for book, _ in places} == {"book::land", "book::sea"}
        assert len(places) == len(set(places))
        assert list(await index.search("tide", books=[], limit=9)) == []

    async def test_no_chunk_that_ends_beyond_the_horizon_is_found(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """A chunk that ends after the horizon, the last page that may be shown, is never found."""
        await _store_book(books, chunks, index, "sea", *[f"{_TIDE} {each}" for each in range(6)])

        async def found(horizon: int | None) -> set[int]:
            hits = await index.search("tide", books=["book::sea"], limit=9, horizon=horizon)
            return {hit.chunk.number for hit in hits}

        # The chunks end on the pages 2 to 7.
        assert await found(None) == {0, 1, 2, 3, 4, 5}
        assert await found(4) == {0, 1, 2}
        assert await found(2) == {0}
        assert await found(1) == set()
        assert await found(-1) == set()

    async def test_the_best_chunk_within_the_horizon_is_found(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """The best chunk up to the reader's page is found even if later chunks match better."""
        better = ["A tide, a tide, a tide."] * 20
        await _store_book(books, chunks, index, "sea", _TIDE, *better)

        hits = await index.search("a tide", books=["book::sea"], limit=1, horizon=2)

        assert [hit.chunk.number for hit in hits] == [0]

    @pytest.mark.parametrize(
        "query",
        [
            "",
            " ",
            '"',
            "tide AND",
            "NEAR(",
            "text: *",
            "'; DROP TABLE books; --",
            "\x00\ud83d",
            "…",
        ],
    )
    async def test_any_text_may_be_the_query(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex, query: str
    ) -> None:
        """Any text is a valid query, even with quotes or operators, or without words."""
        await _store_book(books, chunks, index, "sea", _TIDE, _CAKE)

        hits = await index.search(query, books=["book::sea"], limit=5)

        assert hits or "tide" not in query
        assert not hits or any(char.isalnum() for char in query)

    async def test_adding_again_changes_nothing(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """If an indexed chunk is added again, it is not indexed twice."""
        stored = await _store_book(books, chunks, index, "sea", _TIDE, _CAKE)

        chunks.add(stored)
        await index.add(stored)

        assert await index.count("book::sea") == 2
        hits = await index.search("tide", books=["book::sea"], limit=9)
        assert [hit.chunk.number for hit in hits].count(0) == 1

    async def test_a_changed_chunk_is_found_after_it_is_added_again(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """A chunk whose text was changed is not found until it is added to the index again."""
        await _store_book(books, chunks, index, "sea", _TIDE, _TIDE)
        changed = a_chunk("sea", 0, text=_CAKE)

        chunks.add([changed])
        assert await index.count("book::sea") == 1

        await index.add([changed])
        hits = await index.search("cake", books=["book::sea"], limit=1)
        assert [hit.chunk for hit in hits] == [changed]

    async def test_a_chunk_must_be_stored_to_be_findable(
        self, books: BookRepository, index: ChunkIndex
    ) -> None:
        books.save(a_book("sea"))

        with pytest.raises(UsageError, match="book::sea"):
            await index.add([a_chunk("sea", 0)])

        assert await index.count("book::sea") == 0

    async def test_removed_chunks_are_not_found_but_stay_stored(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """If a book is removed from the index, its chunks are not found, but stay stored."""
        stored = await _store_book(books, chunks, index, "sea", _TIDE)
        await _store_book(books, chunks, index, "land", _TIDE)

        await index.remove("book::sea")
        await index.remove("book::never-was")

        both = ["book::sea", "book::land"]
        assert {hit.chunk.book for hit in await index.search("tide", books=both, limit=9)} == {
            "book::land"
        }
        assert await index.count("book::sea") == 0
        assert list(chunks.list_after("book::sea", -1, 9)) == stored

    async def test_a_deleted_book_is_no_longer_found(
        self, books: BookRepository, chunks: ChunkRepository, index: ChunkIndex
    ) -> None:
        """The text of a deleted book is not found by any search."""
        await _store_book(books, chunks, index, "sea", _TIDE)

        books.delete("book::sea")
        books.save(a_book("sea"))

        assert await index.count("book::sea") == 0
        assert list(await index.search("tide", books=["book::sea"], limit=9)) == []


async def _store_book(
    books: BookRepository, chunks: ChunkRepository, index: ChunkIndex, name: str, *texts: str
) -> Sequence[Chunk]:
    books.save(a_book(name))
    stored = [a_chunk(name, number, text=text) for number, text in enumerate(texts)]
    chunks.add(stored)
    await index.add(stored)
    return stored
