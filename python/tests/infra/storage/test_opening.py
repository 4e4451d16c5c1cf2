"""Tests of opening `story.db`: a new file, an old one, and one that is no database."""

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest

from questfoundry.domain.chat.codec import envelope_from_dict
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import StoreDamagedError, StoreError
from questfoundry.domain.library.book import Excerpt
from questfoundry.domain.run.record import RunRecord
from questfoundry.infra.storage.database import SCHEMA, Database
from questfoundry.infra.storage.migrations import MIGRATIONS, migrate
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository
from questfoundry.testing.contracts.journal import an_entry
from tests.support.processes import running

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

_BEGIN_TWENTY = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_runs import SqlRunRepository
from questfoundry.domain.run.inputs import StageInputs

print("ready", flush=True)
sys.stdin.readline()
database = Database(Path(sys.argv[1]))
runs = SqlRunRepository(database)
inputs, noon = StageInputs(), datetime(2030, 1, 1, tzinfo=UTC)
ids = [runs.begin("dream", inputs=inputs, models={}, started_at=noon).id for _ in range(20)]
database.close()
print(*ids)
"""


def test_a_new_database_has_the_newest_schema(database: Database, tmp_path: Path) -> None:
    """Without WAL mode, a reader would block the run that writes."""
    assert SqlRunRepository(database).list() == []

    with closing(sqlite3.connect(tmp_path / "story.db")) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_every_migration_is_counted() -> None:
    """A migration that is not counted would run twice or never."""
    assert len(MIGRATIONS) == SCHEMA


@pytest.mark.parametrize("earlier", range(1, SCHEMA))
def test_an_earlier_schema_is_updated_with_its_rows(tmp_path: Path, earlier: int) -> None:
    """An author who updates the program must keep all runs and artifacts. (STO-3.2)"""
    path = tmp_path / "story.db"
    with _made_at(path, earlier):
        database = Database(path)

    assert [run.id for run in SqlRunRepository(database).list()] == ["dream-1"]
    SqlArtifactRepository(database).add(
        "dream", {}, made_from={}, origin="dream-1", created_at=_NOON
    )
    assert database.execute("PRAGMA user_version") == [(SCHEMA,)]
    database.close()


def test_a_failed_migration_leaves_the_earlier_schema(tmp_path: Path, database: Database) -> None:
    """Half a migration would leave a database that no version can read."""
    with _made_at(tmp_path / "story.db", 1) as raw:
        # The last migration fails because its table exists; the one before succeeds.
        raw.execute("CREATE TABLE chat_messages (anything)")

    with pytest.raises(StoreError, match="chat_messages"):
        SqlRunRepository(database).list()

    with closing(sqlite3.connect(tmp_path / "story.db")) as raw:
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
        assert raw.execute("PRAGMA user_version").fetchone() == (1,)
        assert "artifact_versions" not in tables


def test_two_processes_that_begin_at_once_get_different_runs(tmp_path: Path) -> None:
    """Two runs with one number would overwrite each other's journal."""
    path = tmp_path / "story.db"
    with running(_BEGIN_TWENTY, path) as first, running(_BEGIN_TWENTY, path) as second:
        for process in (first, second):
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        begun = [
            name
            for process in (first, second)
            if process.stdout is not None
            for name in process.stdout.readline().split()
        ]

    assert sorted(begun) == sorted(f"dream-{number}" for number in range(1, 41))


def test_those_that_open_a_new_file_at_once_all_get_it(tmp_path: Path) -> None:
    """Creating the tables twice at the same moment must not end in an error."""
    for attempt in range(20):
        databases = [Database(tmp_path / f"{attempt}.db") for _ in range(3)]
        ready = Barrier(len(databases))

        def open_it(database: Database, ready: Barrier = ready) -> list[RunRecord]:
            ready.wait()
            return list(SqlRunRepository(database).list())

        with ThreadPoolExecutor(max_workers=len(databases)) as threads:
            assert list(threads.map(open_it, databases)) == [[], [], []]
        for database in databases:
            database.close()


@pytest.mark.parametrize("content", [b"this is no database, " * 50, b"SQLite format 3\0torn"])
def test_what_is_no_database_stays(tmp_path: Path, database: Database, content: bytes) -> None:
    """A damaged file stays as evidence, and the author learns where artifacts are."""
    path = tmp_path / "story.db"
    path.write_bytes(content)

    with pytest.raises(StoreDamagedError, match=r"story\.db.* is damaged.*artifacts/"):
        SqlRunRepository(database).list()

    assert path.read_bytes() == content


def test_a_database_with_torn_pages_is_told_when_they_are_read(tmp_path: Path) -> None:
    """A damaged page must not be reported as an internal error or as missing data."""
    path = tmp_path / "story.db"
    database = Database(path)
    journal = SqlJournal(database)
    for number in range(50):
        journal.record(an_entry(digest=f"{number}", response={"text": "wave " * 200}))
    database.close()
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    with pytest.raises(StoreDamagedError, match=r"story\.db"):
        journal.entries("dream-1")
    database.close()


def test_a_newer_schema_is_not_touched(tmp_path: Path, database: Database) -> None:
    """An old program would destroy data that it does not know. (STO-3.2)"""
    with closing(sqlite3.connect(tmp_path / "story.db")) as raw:
        raw.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = (tmp_path / "story.db").read_bytes()

    with pytest.raises(StoreError, match=r"newer QuestFoundry.*Update"):
        SqlRunRepository(database).list()

    assert (tmp_path / "story.db").read_bytes() == before


def test_a_project_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    """A missing folder must produce advice instead of SQLite's "unable to open database file"."""
    database = Database(tmp_path / "gone" / "story.db")

    with pytest.raises(StoreError, match=r"cannot be opened.*folder"):
        SqlRunRepository(database).list()


def test_excerpts_of_an_earlier_schema_are_read_as_values(tmp_path: Path) -> None:
    """Old search results were plain text, and their citations must survive the update. (STO-3.2)"""
    path = tmp_path / "story.db"
    book = {"data": "[Pages 3-4]\nThe tide.\n\n[Pages 7-7]\nThe wind."}
    library = {"data": [{"passage": "[The [Sea], Pages 1-2]", "text": "Bells."}]}
    with _made_at(path, 5) as raw:
        raw.execute("INSERT INTO conversations (id, subject, title) VALUES ('a', 'b', '')")
        results = [("search_book", book), ("search_library", library), ("search_book", {})]
        for position, (tool, content) in enumerate(results):
            message = {"role": "tool_result", "content": json.dumps(content), "tool_name": tool}
            row = (position, json.dumps(message))
            raw.execute("INSERT INTO chat_messages VALUES ('a', ?, ?, 0)", row)
        raw.execute(
            "INSERT INTO journal VALUES (1, 'dream-1', 'tool_result', '', '', 0, ?, ?, '', "
            "0, 0, 0, 0, 0.0, ?)",
            (
                '{"tool": "search_library"}',
                json.dumps({"result": "success", "body": library, "action": ""}),
                _NOON.isoformat(),
            ),
        )
    database = Database(path)
    bells = Excerpt(book="The [Sea]", first_page=1, last_page=2, text="Bells.")

    stored = SqlChatMessageRepository(database).get_by_conversation("a")
    (entry,) = SqlJournal(database).entries("dream-1")

    assert [each.message.excerpts for each in stored] == [
        (
            Excerpt(first_page=3, last_page=4, text="The tide."),
            Excerpt(first_page=7, last_page=7, text="The wind."),
        ),
        (bells,),
        (),
    ]
    assert envelope_from_dict(entry.response).excerpts == (bells,)
    database.close()


def test_conversations_of_an_earlier_schema_are_with_the_book_of_their_time(tmp_path: Path) -> None:
    """A conversation must not attach itself to a new book that gets the old id. (STO-3.2)"""
    path = tmp_path / "story.db"
    with _made_at(path, 7) as raw:
        raw.execute(
            "INSERT INTO books (id, title, author, language, source, format, digest, pages, "
            "made_pages, chunks, status, problem) "
            "VALUES ('book::a', 'A', '', '', '', 'txt', 'ff', 1, 0, 0, 'ready', '')"
        )
        for name in ("book::a/1", "book::b/1", "dream-1"):
            row = "INSERT INTO conversations (id, subject, title) VALUES (?, ?, '')"
            raw.execute(row, (name, name.partition("/")[0]))
        hello = '{"role": "user", "content": "Hello."}'
        raw.execute("INSERT INTO chat_messages VALUES ('dream-1', 0, ?, 1)", (hello,))
    database = Database(path)
    found = SqlConversationRepository(database).list()

    assert [each.digest for each in found] == ["ff", "removed", ""]
    (kept,) = SqlChatMessageRepository(database).get_by_conversation("dream-1")
    assert kept.message == user("Hello.")
    database.close()


@contextmanager
def _made_at(path: Path, version: int) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a new database of an earlier schema, with one run in it."""
    with closing(sqlite3.connect(path)) as raw:
        migrate(raw, MIGRATIONS[:version])
        raw.execute(
            "INSERT INTO runs (id, stage, number, status, inputs, models, started_at, problem) "
            "VALUES ('dream-1', 'dream', 1, 'running', '{}', '{}', ?, '\"\"')",
            (_NOON.isoformat(),),
        )
        yield raw
        raw.commit()
        raw.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("stored", ["{}", '{"a"', "[]", "[" * 9_000])
def test_damaged_digests_of_a_file_count_as_unknown(database: Database, stored: str) -> None:
    """The digests only save reading a file, so damage must not stop every command."""
    artifacts = SqlArtifactRepository(database)
    artifacts.note_file_digests("dream", ["a"])
    assert artifacts.file_digests("dream") == {"a"}
    database.execute("UPDATE artifact_files SET digests = ?", (stored,))
    assert artifacts.file_digests("dream") == frozenset()
