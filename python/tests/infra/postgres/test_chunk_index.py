"""Books in PostgreSQL, which each machine searches in a copy of its own."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from questfoundry.domain.errors import StoreTakenOverError
from questfoundry.domain.library.book import Chunk
from questfoundry.domain.protocols.library import ChunkIndex
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.chunk_index import PostgresChunkIndex
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.lock import PostgresProjectLock
from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_books import SqlBookRepository, SqlChunkRepository
from tests.support.judged import BOOK, questions, real_chunks
from tests.support.libraries import CAKES, TIDES, chunks_of, ready_book
from tests.support.small_model import SharedWords

SEA, CAKE = "book::sea", "book::cake"
COMMON = (
    "whale",
    "the old sea captain",
    "ship, whale, sea, man",
    "Queequeg",
    "a white sail or two",
)
"""Queries whose words are in thousands of chunks, or in few."""


@pytest.fixture
def database(postgres_project: str) -> Iterator[PostgresDatabase]:
    with closing(PostgresDatabase(parse_address(postgres_project))) as database:
        yield database


@pytest.fixture
def index(database: PostgresDatabase, tmp_path: Path) -> Iterator[PostgresChunkIndex]:
    with closing(on_machine(database, tmp_path / "one")) as index:
        yield index


def on_machine(database: SqlDatabase, cache: Path) -> PostgresChunkIndex:
    return PostgresChunkIndex(database, embeddings=SharedWords(), cache=cache)


async def store(database: SqlDatabase, index: ChunkIndex, chunks: Sequence[Chunk]) -> None:
    SqlBookRepository(database).save(ready_book(chunks, title=chunks[0].book))
    for begin in range(0, len(chunks), 200):
        batch = chunks[begin : begin + 200]
        SqlChunkRepository(database).add(batch)
        await index.add(batch)


async def find(index: ChunkIndex, query: str, *, limit: int = 10) -> list[tuple[str, int, float]]:
    hits = await index.search(query, books=[BOOK, SEA, CAKE], limit=limit)
    return [(hit.chunk.book, hit.chunk.number, hit.score) for hit in hits]


async def test_both_stores_find_the_same_excerpts_in_a_real_book(
    database: PostgresDatabase, index: PostgresChunkIndex, tmp_path: Path
) -> None:
    """A project that moves to a database must not answer worse. (SRC-9.1)"""
    chunks = real_chunks()
    asked = [*COMMON, *(each.text for each in questions())]
    with closing(Database(tmp_path / "story.db")) as on_disk:
        own = HybridChunkIndex(on_disk, embeddings=SharedWords(), cache=tmp_path / "own")
        await store(on_disk, own, chunks)
        await store(database, index, chunks)

        assert len(asked) >= 50
        for question in asked:
            found = await find(index, question)
            assert len(found) == 10
            assert found == await find(own, question)


async def test_each_machine_sees_what_another_one_changes(
    database: PostgresDatabase, index: PostgresChunkIndex, tmp_path: Path
) -> None:
    """A machine with an old copy would answer from books that are gone. (SRC-9.1)"""
    other = on_machine(database, tmp_path / "two")
    await store(database, index, chunks_of(SEA, TIDES))
    before = await find(other, "harbour bell coins")
    assert [number for _, number, _ in before] == [2, 1]

    changed = chunks_of(SEA, ("A harbour bell and coins.", *TIDES[1:2]))
    SqlChunkRepository(database).remove_from(SEA, 2)
    SqlChunkRepository(database).add(changed)
    await index.add(changed)
    await store(database, index, chunks_of(CAKE, CAKES))
    assert [number for _, number, _ in await find(other, "harbour bell coins")] == [0, 1]
    assert [book for book, _, _ in await find(other, "flour")] == [CAKE]

    SqlBookRepository(database).delete(SEA)
    await store(database, index, chunks_of(SEA, ("Only the tide.",)))
    assert await find(other, "harbour bell coins") == []
    assert await find(other, "tide") == await find(index, "tide") != []
    await index.remove(SEA)
    assert await find(other, "tide") == []


async def test_a_copy_that_is_lost_or_damaged_is_made_again(
    database: PostgresDatabase, index: PostgresChunkIndex, tmp_path: Path
) -> None:
    """The copy is a cache, which no author restores by hand."""
    await store(database, index, chunks_of(SEA, TIDES))
    before = await find(index, "harbour bell coins")
    index.close()
    (path,) = (tmp_path / "one").glob("books-*.db")

    for damage in (b"no database at all", b""):
        path.write_bytes(damage)
        for file in path.parent.glob("books-*-*"):
            file.unlink()
        later = on_machine(database, path.parent)
        assert await find(later, "harbour bell coins") == before
        later.close()


async def test_a_restored_backup_is_copied_from_the_start(
    database: PostgresDatabase, index: PostgresChunkIndex
) -> None:
    """Chunks that were stored after the backup are gone, and their versions are used again."""
    await store(database, index, chunks_of(SEA, TIDES))
    await find(index, "tide")

    await index.add(chunks_of(SEA, TIDES))
    await find(index, "tide")

    database.execute("DELETE FROM chunks WHERE number = 0")
    database.execute("UPDATE chunks SET text = 'An older draft of the drowned.' WHERE number = 1")
    database.execute("UPDATE chunk_vectors SET version = chunk % 10")

    assert await find(index, "tide ledger noon") == []
    assert [number for _, number, _ in await find(index, "older draft")] == [1]
    assert len(await find(index, "drowned")) == 2


async def test_other_projects_have_books_of_their_own(
    database: PostgresDatabase, index: PostgresChunkIndex, shared_database: str, tmp_path: Path
) -> None:
    """The excerpts of one customer must never reach another one."""
    await store(database, index, chunks_of(SEA, TIDES))
    address = parse_address(f"{shared_database}/p{uuid4().hex}", tenant="other")
    with closing(PostgresDatabase(address)) as second:
        other = on_machine(second, tmp_path / "other")
        await store(second, other, chunks_of(CAKE, CAKES))

        assert await find(other, "harbour bell coins") == []
        assert await other.count(SEA) == 0
        await other.remove(SEA)
    assert await index.count(SEA) == 3


async def test_many_searches_at_once_share_a_copy(
    database: PostgresDatabase, index: PostgresChunkIndex, tmp_path: Path
) -> None:
    """Talks with a book begin together, and each starts the copy if it is missing."""
    await store(database, index, chunks_of(SEA, TIDES))
    indexes = [on_machine(database, tmp_path / "shared") for _ in range(8)]

    found = await asyncio.gather(*(find(each, "harbour bell coins") for each in indexes))

    assert found == [found[0]] * 8
    assert len(found[0]) == 2


async def test_a_process_whose_lock_was_taken_over_changes_no_book(
    database: PostgresDatabase, index: PostgresChunkIndex
) -> None:
    """A stopped process that wakes up must not disturb the books of its successor."""
    books, chunks = SqlBookRepository(database), SqlChunkRepository(database)
    sea, cake = chunks_of(SEA, TIDES), chunks_of(CAKE, CAKES)
    await store(database, index, sea)
    database.execute("UPDATE chunk_vectors SET dimension = 2")

    async def expect_refusal(write: Callable[[], object]) -> None:
        with pytest.raises(StoreTakenOverError):
            await write() if iscoroutinefunction(write) else write()

    with PostgresProjectLock(database).hold("book"):
        with psycopg.connect(database.address.url) as connection:
            connection.execute(
                "UPDATE qf_data.leases SET token = token + 1 WHERE project = %s",
                (database.address.project,),
            )
        await expect_refusal(lambda: books.save(ready_book(cake, title="Cakes")))
        await expect_refusal(lambda: books.delete(SEA))
        await expect_refusal(lambda: chunks.add(chunks_of(SEA, CAKES)))
        await expect_refusal(lambda: chunks.remove_from(SEA, 0))
        await expect_refusal(partial(index.add, sea))
        await expect_refusal(partial(index.remove, SEA))

    assert [each.id for each in books.list()] == [SEA]
    assert list(chunks.list_after(SEA, -1, 9)) == sea
    assert database.execute("SELECT count(*) FROM chunk_vectors WHERE dimension = 2") == [(3,)]
