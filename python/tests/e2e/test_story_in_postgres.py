"""A story whose runs, journal and artifacts are in PostgreSQL."""

import shlex
from pathlib import Path

import pytest

from questfoundry.app.store import ProjectStore
from questfoundry.composition.wiring.adapters import ProjectAdapters
from questfoundry.composition.wiring.database import open_database, open_store
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.storage.sql_journal import SqlJournal
from tests.support.checkout import ROOT
from tests.support.qf import qf

EXAMPLE = ROOT / "examples" / "forty-asleep"


@pytest.mark.slow
def test_a_story_in_postgresql_has_the_same_bytes_as_in_a_folder(
    tmp_path: Path, postgres_project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The place of the store must not change a word; the example was made in a folder."""

    def open_in_postgres(container: ProjectAdapters) -> ProjectStore:
        database = open_database(postgres_project)
        container.closing().callback(database.close)
        return open_store(database)

    monkeypatch.setattr(vars(ProjectAdapters)["store"], "_method", open_in_postgres)
    made = qf(*_recorded_command(), "--project", str(tmp_path / "story"))

    assert made.code == 0, made.err
    database = open_database(postgres_project)
    files = PostgresProjectFiles(database)
    for file in (EXAMPLE / "artifacts").iterdir():
        name = f"artifacts/{file.name}"
        assert files.read(name, max_bytes=10**6) == file.read_bytes()
    assert SqlJournal(database).entries("fill-1")
    database.close()


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
