"""Tests of the chunk index on disk: its file, its models, and random text as a query."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import StoreError
from questfoundry.domain.library.book import Chunk, is_visible
from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_books import SqlBookRepository, SqlChunkRepository
from tests.support.examples import examples
from tests.support.libraries import TIDES, chunks_of, ready_book
from tests.support.small_model import SharedWords

SEA = "book::sea"


class Renamed(SharedWords):
    """A second embedding model, whose vectors may have another length."""

    def __init__(self, model, dimension=SharedWords.dimension):
        self.model = model
        self.dimension = dimension


class StoredLibrary:
    def __init__(self, folder):
        self.folder = folder
        self.database = Database(folder / "story.db")
        self.chunks = SqlChunkRepository(self.database)

    def index(self, embeddings=None):
        return HybridChunkIndex(
            self.database, embeddings=embeddings or SharedWords(), cache=self.folder / "cache"
        )

    def files(self):
        return {path.name for path in (self.folder / "cache").glob("*.bin")}

    def store(self, chunks):
        SqlBookRepository(self.database).save(ready_book(chunks, title="sea"))
        self.chunks.add(chunks)
        return chunks


@pytest.fixture
def library(tmp_path):
    made = StoredLibrary(tmp_path)
    yield made
    made.database.close()


async def found(index, query="harbour bell, coins", **given):
    hits = await index.search(query, books=[SEA], limit=9, **given)
    return [hit.chunk.number for hit in hits]


async def test_the_file_is_made_anew_where_it_is_missing_or_the_vectors_changed(library):
    """A search over outdated vectors would miss the books that were added since. (SRC-7.1)"""
    chunks = library.store(chunks_of(SEA, TIDES))
    await library.index().add(chunks[:2])
    assert await found(library.index()) == [1]
    (first,) = library.files()

    await library.index().add(chunks[2:])
    assert await found(library.index()) == [2, 1]
    assert library.files() != {first}

    (second,) = library.files()
    (library.folder / "cache" / second).unlink()
    assert await found(library.index()) == [2, 1]
    assert library.files() == {second}


async def test_an_open_index_sees_what_another_one_stores(library):
    """Two processes share the index file, so an open index must notice changes. (SRC-7.1)"""
    chunks = library.store(chunks_of(SEA, TIDES))
    opened = library.index()
    await opened.add(chunks[:2])
    assert await found(opened) == [1]

    await library.index().add(chunks[2:])

    assert await found(opened) == [2, 1]


async def test_a_damaged_file_is_named_with_what_to_do(library):
    """The author can safely delete the file, so the error must say this."""
    await library.index().add(library.store(chunks_of(SEA, TIDES)))
    await found(library.index())
    (name,) = library.files()
    (library.folder / "cache" / name).write_bytes(b"half")

    with pytest.raises(StoreError, match=f"{name}.* Delete it, so that it is rebuilt"):
        await found(library.index())


async def test_each_model_finds_by_its_own_vectors_alone(library):
    """Vectors of different models cannot be compared."""
    chunks = library.store(chunks_of(SEA, TIDES))
    await library.index(Renamed("first")).add(chunks)
    second = library.index(Renamed("second"))

    assert await second.count(SEA) == 0
    await second.add(chunks)

    assert await second.count(SEA) == 3
    assert await library.index(Renamed("first")).count(SEA) == 0
    assert await found(second) == [2, 1]


async def test_a_model_whose_vectors_changed_their_length_begins_anew(library):
    """A provider can change the vector length under the same name, which breaks the comparison."""
    chunks = library.store(chunks_of(SEA, TIDES))
    await library.index(Renamed("one", 512)).add(chunks)
    longer = library.index(Renamed("one", 600))

    await longer.add(chunks[:1])

    assert await longer.count(SEA) == 1
    await longer.add(chunks)
    assert await longer.count(SEA) == 3
    assert await found(longer) == [2, 1]


async def test_words_are_found_in_other_forms_and_without_accents(library):
    """Authors search for inflected words and rarely type accents."""
    await library.index().add(library.store(chunks_of(SEA, ["She carried cafés.", "Nothing."])))

    assert await found(library.index(), "cafe") == [0]
    assert await found(library.index(), "carrying") == [0]


async def test_a_word_that_is_everywhere_neither_hides_nor_slows_the_others(library):
    """Common words must not push the rare word out of the results."""
    texts = [f"The whale dives, number {at}." for at in range(700)]
    texts[650] = "The whale and the doubloon."
    await library.index().add(library.store(chunks_of(SEA, texts)))

    assert (await found(library.index(), "whale doubloon"))[0] == 650
    assert len(await found(library.index(), "whale")) == 9


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Yield one library for all examples; each example replaces the stored book."""
    made = StoredLibrary(tmp_path_factory.mktemp("kept"))
    yield made
    made.database.close()


def searched(library, chunks, query, **given):
    """Return the numbers of the chunks that a search finds if only ``chunks`` are stored."""
    SqlBookRepository(library.database).delete(SEA)
    library.store(chunks)
    index = library.index()

    async def store_and_search():
        await index.add(chunks)
        hits = await index.search(query, books=[SEA], limit=50, **given)
        return {hit.chunk.number for hit in hits}

    return asyncio.run(store_and_search())


@st.composite
def books(draw):
    """Return chunks on increasing pages, as in a book; some chunks span several pages."""
    chunks, page = [], 1
    words = ["tide", "bell", "clerk", "cake"]
    for number in range(draw(st.integers(1, 12))):
        first = page + draw(st.integers(0, 2))
        page = first + draw(st.integers(0, 3))
        text = " ".join(draw(st.lists(st.sampled_from(words), min_size=1, max_size=4)))
        chunks.append(Chunk(book=SEA, number=number, first_page=first, last_page=page, text=text))
    return chunks


@examples(40)
@given(chunks=books(), horizon=st.none() | st.integers(-1, 60))
def test_the_horizon_hides_all_that_lies_beyond_and_nothing_else(kept, chunks, horizon):
    """Later chunks would spoil the book. (SRC-3.3)"""
    found = searched(kept, chunks, "tide bell clerk cake", horizon=horizon)

    assert found == {chunk.number for chunk in chunks if is_visible(chunk, horizon)}
