"""Two processes that use the stores of one project at the same time."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_conversations import SqlChatMessageRepository
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository

pytestmark = pytest.mark.slow

_WORK = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from questfoundry.domain.chat.messages import Conversation, assistant, user
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository, SqlConversationRepository)
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository
from questfoundry.testing.contracts.journal import an_entry

place = sys.argv[1]
database = PostgresDatabase(parse_address(place)) if "://" in place else Database(Path(place))
noon = datetime(2030, 1, 1, 12, tzinfo=UTC)
print("ready", flush=True)
sys.stdin.readline()
SqlConversationRepository(database).add(Conversation(id="a", subject="s"))
for number in range(30):
    SqlRunRepository(database).begin("dream", inputs=StageInputs(), models={}, started_at=noon)
    SqlArtifactRepository(database).add(
        "dream", {}, made_from={}, origin="dream-1", created_at=noon)
    SqlJournal(database).record(an_entry(digest=str(number)))
    SqlChatMessageRepository(database).append("a", [user(f"{number}"), assistant(f"{number}")])
"""


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path: Path) -> Iterator[SqlDatabase]:
    if request.param == "sqlite":
        with closing(Database(tmp_path / "story.db")) as database:
            yield database
    else:
        address = parse_address(request.getfixturevalue("postgres_project"))
        with closing(PostgresDatabase(address)) as database:
            yield database


def test_two_processes_number_without_gaps_and_store_each_entry_once(
    database: SqlDatabase, tmp_path: Path
) -> None:
    """Numbers come from the store, so that no process needs to know of the others."""
    place = str(tmp_path / "story.db")
    if isinstance(database, PostgresDatabase):
        place = f"{database.address.url}/{database.address.project}"
    _run_twice(place)

    runs = SqlRunRepository(database).list()
    assert {run.id for run in runs} == {f"dream-{number}" for number in range(1, 61)}
    versions = SqlArtifactRepository(database).versions("dream")
    assert [each.replaces for each in versions] == [None, *range(1, 60)]
    assert len(SqlJournal(database).entries("dream-1")) == 30
    stored = SqlChatMessageRepository(database).get_by_conversation("a")
    assert [each.position for each in stored] == [*range(120)]
    assert [each.message.content for each in stored[::2]] == [
        each.message.content for each in stored[1::2]
    ]


def _run_twice(place: str) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", _WORK, place],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for each in both:
        assert each.stdout.readline() == "ready\n", each.stderr.read()
    for each in both:
        each.stdin.write("\n")
        each.stdin.flush()
    for each in both:
        _, problem = each.communicate(timeout=60)
        assert not each.returncode, problem
