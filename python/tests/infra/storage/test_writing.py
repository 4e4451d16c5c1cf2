"""Tests that writing to `story.db` succeeds completely or not at all."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.errors import StoreError, StoreLockedError
from questfoundry.domain.run.record import JournalEntry
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql import ConstraintError
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.testing.contracts.journal import an_entry
from tests.strategies.chat import entries
from tests.strategies.plain import json_objects
from tests.support.examples import examples
from tests.support.processes import running

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

_RECORD_AND_WAIT = """
import sys
from pathlib import Path
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.testing.contracts.journal import an_entry

SqlJournal(Database(Path(sys.argv[1]))).record(an_entry())
print("recorded", flush=True)
sys.stdin.readline()
"""


@given(stored=st.lists(entries, max_size=4, unique_by=lambda entry: entry.key))
@examples(25)
def test_any_entries_come_back_as_they_were(stored: list[JournalEntry]) -> None:
    """A replay compares bytes, so any text and key order must survive storage. (JRN-1.1)"""
    with _in_memory() as database:
        journal = SqlJournal(database)
        for entry in stored:
            journal.record(entry)

        assert [journal.find(entry.key) for entry in stored] == stored


@given(data=json_objects())
@examples(25)
def test_any_artifact_comes_back_as_it_was(data: dict[str, Any]) -> None:
    """An artifact that changes in storage would look like an edit of the author. (STO-1.1)"""
    with _in_memory() as database:
        artifacts = SqlArtifactRepository(database)
        artifacts.add("dream", data, made_from={}, origin="edit", created_at=_NOON)

        current = artifacts.current("dream")
        assert current is not None
        assert current.data == data


def test_an_entry_outlives_a_killed_process(tmp_path: Path, database: Database) -> None:
    """A paid answer must not be lost if the process is killed afterwards."""
    with running(_RECORD_AND_WAIT, tmp_path / "story.db") as process:
        process.kill()
        process.wait()

    assert SqlJournal(database).entries("dream-1") == [an_entry()]


@pytest.mark.parametrize(
    ("obstacle", "cure", "told"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", r"disk is full.*Free some space"),
        ("query_only = ON", "query_only = OFF", r"read-only.*Allow writing"),
    ],
)
def test_a_full_disk_is_told(database: Database, obstacle: str, cure: str, told: str) -> None:
    """Earlier entries must stay, and work must continue once the author has removed the cause."""
    journal = SqlJournal(database)
    journal.record(an_entry(digest="before"))
    database.execute(f"PRAGMA {obstacle}")
    large = an_entry(digest="large", response={"text": "wave " * 100_000})
    with pytest.raises(StoreError, match=told):
        journal.record(large)
    assert [entry.key.digest for entry in journal.entries("dream-1")] == ["before"]
    database.execute(f"PRAGMA {cure}")
    journal.record(large)
    assert journal.find(large.key) == large


def test_a_version_is_not_stored_where_it_cannot_become_current(database: Database) -> None:
    """A stored version that is not current would appear in the history without being used."""
    artifacts = SqlArtifactRepository(database)
    first = artifacts.add("dream", {}, made_from={}, origin="dream-1", created_at=_NOON)
    database.execute(
        "CREATE TRIGGER fault BEFORE INSERT ON current_artifacts "
        "BEGIN SELECT raise(ABORT, 'no room'); END"
    )

    with pytest.raises(ConstraintError, match="no room"):
        artifacts.add("dream", {"tone": "wry"}, made_from={}, origin="edit", created_at=_NOON)

    assert artifacts.versions("dream") == [first]
    assert artifacts.current("dream") == first


def test_a_process_that_keeps_writing_is_told_of(tmp_path: Path, database: Database) -> None:
    """Another program may hold the database, but not for ever."""
    journal = SqlJournal(database)
    journal.record(an_entry(digest="before"))
    with closing(sqlite3.connect(tmp_path / "story.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreLockedError, match="Another process"):
            journal.record(an_entry())

    journal.record(an_entry())


def test_threads_record_at_once_without_harm(tmp_path: Path) -> None:
    database = Database(tmp_path / "story.db")
    journal = SqlJournal(database)
    mine = [
        evolve(an_entry(), key=evolve(an_entry().key, occurrence=occurrence))
        for occurrence in range(60)
    ]

    with ThreadPoolExecutor(max_workers=6) as threads:
        list(threads.map(journal.record, mine))

    stored = journal.entries("dream-1")
    database.close()
    assert sorted(entry.key.occurrence for entry in stored) == list(range(60))


def test_a_closed_database_opens_again_when_used(database: Database) -> None:
    journal = SqlJournal(database)
    journal.record(an_entry())

    database.close()

    assert journal.find(an_entry().key) == an_entry()


@contextmanager
def _in_memory() -> Iterator[Database]:
    database = Database(Path(":memory:"))
    try:
        yield database
    finally:
        database.close()
