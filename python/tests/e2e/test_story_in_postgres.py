"""A story whose runs, journal, artifacts and files are in PostgreSQL."""

import shlex
from collections.abc import Callable
from itertools import count
from pathlib import Path

import psycopg
import pytest

from questfoundry.app.run import journaled_calls
from questfoundry.app.store import ProjectStore
from questfoundry.composition.wiring.adapters import ProjectAdapters
from questfoundry.composition.wiring.database import open_database, open_store
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.infra.llm.replay import RecordedChatProvider
from questfoundry.infra.postgres import database as postgres
from questfoundry.infra.postgres.files import PostgresProjectFiles
from tests.support.checkout import ROOT
from tests.support.qf import Said, qf

pytestmark = pytest.mark.slow

EXAMPLE = ROOT / "examples" / "forty-asleep"


@pytest.fixture
def make(
    tmp_path: Path, postgres_project: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Said]:
    """Return a function that makes the example again in PostgreSQL, or continues."""

    def open_in_postgres(container: ProjectAdapters) -> ProjectStore:
        database = open_database(postgres_project)
        container.closing().callback(database.close)
        return open_store(database)

    monkeypatch.setattr(vars(ProjectAdapters)["store"], "_method", open_in_postgres)
    return lambda: qf(*_recorded_command(), "--project", str(tmp_path / "story"))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[ChatRequest]:
    """Return the list of requests that reach the model."""
    complete, seen = RecordedChatProvider.complete, []

    async def note(self: RecordedChatProvider, request: ChatRequest, on_text: object = None):
        seen.append(request)
        return await complete(self, request, on_text)

    monkeypatch.setattr(RecordedChatProvider, "complete", note)
    return seen


def test_a_story_in_postgresql_has_the_same_bytes_as_in_a_folder(
    make: Callable[[], Said], postgres_project: str
) -> None:
    """The place of the store must not change a word; the example was made in a folder."""
    made = make()

    assert made.code == 0, made.err
    assert _artifacts(postgres_project) == _example()


def test_connections_that_break_cost_no_call_and_change_no_byte(
    make: Callable[[], Said],
    postgres_project: str,
    monkeypatch: pytest.MonkeyPatch,
    calls: list[ChatRequest],
) -> None:
    """Each 67th message is lost, in turn before and after the server has carried it out."""
    send, number = postgres._send, count(1)

    def lose(connection: psycopg.Connection, statements: bytes) -> object:
        place = next(number)
        if place % 134 == 67:
            connection.close()
        found = send(connection, statements)
        if place % 134 == 0:
            connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return found

    monkeypatch.setattr(postgres, "_send", lose)
    monkeypatch.setattr(journaled_calls, "STORE_PAUSES", (0.0,) * 6)
    for _ in range(20):
        make()
        if _artifacts(postgres_project).keys() == _example().keys():
            break

    assert _artifacts(postgres_project) == _example()
    assert len(calls) == len({repr(each) for each in calls})
    assert next(number) > 5 * 67


def _artifacts(address: str) -> dict[str, bytes | None]:
    database = open_database(address)
    files = PostgresProjectFiles(database)
    found = {name: files.read(name, max_bytes=10**6) for name in files.names("artifacts")}
    database.close()
    return found


def _example() -> dict[str, bytes]:
    return {
        f"artifacts/{file.name}": file.read_bytes() for file in (EXAMPLE / "artifacts").iterdir()
    }


def _recorded_command() -> list[str]:
    (command,) = (
        line.removeprefix("qf ")
        for line in (ROOT / "examples" / "README.md").read_text("utf-8").splitlines()
        if "--provider recorded/" in line
    )
    prefix = "recorded/"
    return [
        f"{prefix}{ROOT / each.removeprefix(prefix)}" if each.startswith(prefix) else each
        for each in shlex.split(command)
    ]
