"""A damaged row of ``story.db`` is reported with its place, and everything else still works."""

import shutil
import sqlite3

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.dream_server import DreamServer
from tests.support.qf import qf

BAD_FILES, BUG = 4, 70


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a project with a vision and a run ``dream-2`` that failed after its discussion."""
    folder = tmp_path_factory.mktemp("made") / "story"
    create_project(folder, "Drowned")
    with DreamServer() as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 0
    with DreamServer(refuse=2) as server:
        assert qf("dream", "-I", "A noir again", "-p", str(folder), env=server.env).code == 5
    return folder


@pytest.fixture
def damaged(made, tmp_path):
    """Return a function that copies the project and changes one row by SQL."""

    def damage(sql: str):
        folder = tmp_path / "story"
        shutil.copytree(made, folder)
        with sqlite3.connect(folder / "story.db") as database:
            assert database.execute(sql).rowcount > 0
        database.close()
        return folder

    return damage


JOURNAL = "UPDATE journal SET {} WHERE run_id = 'dream-2' AND kind = 'model_call'"
RUNS = "UPDATE runs SET {} WHERE id = 'dream-2'"


@pytest.mark.parametrize(
    "sql",
    [
        JOURNAL.format("response = '{'"),
        JOURNAL.format("response = '5'"),
        JOURNAL.format("response = CAST(X'7B22FF227D' AS TEXT)"),
        JOURNAL.format("request = ''"),
        JOURNAL.format("kind = 'telepathy'"),
        JOURNAL.format("recorded_at = 'yesterday'"),
        JOURNAL.format("seconds = 'long'"),
        RUNS.format("inputs = '{'"),
        RUNS.format('inputs = \'{"edition": 2, "kind": "telepathy"}\''),
        RUNS.format("models = '[]'"),
        RUNS.format("status = 'lost'"),
        RUNS.format("started_at = 'yesterday'"),
    ],
)
def test_it_is_told_and_left_out(sql, damaged):
    """One damaged row must not make the other runs unusable."""
    folder = damaged(sql)
    said = qf("runs", "-p", str(folder), code=0)
    assert "Left out a damaged entry: Row" in said.err
    assert "dream-1" in said.out
    assert qf("log", "dream-1", "-p", str(folder)).code == 0
    assert qf("log", "dream-2", "--full", "-p", str(folder)).code in {0, BAD_FILES}
    assert qf("status", "-p", str(folder)).code == 0
    with DreamServer() as server:
        assert qf("dream", "-I", "A third", "-p", str(folder), env=server.env).code == 0
        assert qf("dream", "--resume", "dream-2", "-p", str(folder), env=server.env).code != BUG


@pytest.mark.parametrize(
    "sql",
    [
        JOURNAL.format("cached_tokens = input_tokens + 5"),
        JOURNAL.format("input_tokens = -7, output_tokens = 'many'"),
        JOURNAL.format("model = 'nobody'"),
    ],
)
def test_odd_usage_of_old_harms_nothing(sql, damaged):
    """Odd usage numbers in an old row must not block resuming a run."""
    folder = damaged(sql)
    for arguments in (["runs"], ["log", "dream-2"]):
        assert qf(*arguments, "-p", str(folder)).code == 0
    with DreamServer() as server:
        qf("dream", "--resume", "dream-2", "-p", str(folder), env=server.env, code=0)


def test_a_run_with_a_damaged_answer_goes_on_when_it_is_set_aside(damaged):
    """A damaged answer would block its run, so the error names the option. (STG-4.9)"""
    folder = damaged(JOURNAL.format("response = '{'"))
    with DreamServer() as server:
        said = qf("dream", "--resume", "-p", str(folder), env=server.env)
        assert said.code == BAD_FILES
        assert f"qf dream --resume dream-2 --retry-last --project {folder}" in said.err
        options = ("--resume", "dream-2", "--retry-last", "-p", str(folder))
        assert qf("dream", *options, env=server.env).code == 0
        assert len(server.bodies) == 3


def test_the_pipeline_asks_anew_for_the_answer_that_it_stopped_at(damaged):
    """The pipeline needs the option, too, and refuses without a run. (STG-4.9)"""
    folder = damaged(JOURNAL.format("response = '{'"))
    arguments = ("run", "--to", "dream", "-p", str(folder))
    with DreamServer() as server:
        assert qf(*arguments, env=server.env).code == BAD_FILES
        assert server.bodies == []
        assert qf(*arguments, "--retry-last", env=server.env).code == 0
        assert len(server.bodies) == 3
        said = qf(*arguments, "--retry-last", env=server.env)
    assert (said.code, "No run is unfinished" in said.err) == (3, True)


def test_the_last_answer_is_asked_for_anew(made, tmp_path):
    """Retrying pays for a second answer, so the usage must count both. (STG-4.9)"""
    folder = tmp_path / "story"
    shutil.copytree(made, folder)
    with DreamServer() as server:
        options = ("--resume", "dream-2", "--retry-last", "-p", str(folder))
        assert qf("dream", *options, env=server.env).code == 0
        assert len(server.bodies) == 3
    [_, run] = qf("runs", "--json", "-p", str(folder)).document
    assert run["usage"]["calls"] == 4


def test_there_must_be_an_answer_to_retry(tmp_path):
    """Without an answer, ``--retry-last`` must explain itself. (STG-4.9)"""
    folder = tmp_path / "story"
    create_project(folder, "Drowned")
    assert qf("dream", "--retry-last", "-I", "A noir", "-p", str(folder)).code == 3
    with DreamServer(refuse=1) as server:
        assert qf("dream", "-I", "A noir", "-p", str(folder), env=server.env).code == 5
        said = qf("dream", "--resume", "--retry-last", "-p", str(folder), env=server.env)
        assert (said.code, "no answer yet" in said.err) == (3, True)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("runs", "id"),
        ("runs", "stage"),
        ("runs", "models"),
        ("journal", "model"),
        ("journal", "recorded_at"),
        ("artifact_versions", "origin"),
    ],
)
def test_bytes_in_a_column_of_text_are_no_bug(table, column, damaged):
    folder = damaged(f"UPDATE {table} SET {column} = X'FF00FE' WHERE rowid = 1")
    for command in (("runs",), ("status",), ("log", "dream-2"), ("ship",)):
        said = qf(*command, "-p", str(folder))
        assert said.code != BUG, (command, said)


@pytest.mark.parametrize("data", ["{}", '{"type": "dream", "version": 1, "genre": 5}'])
def test_a_stored_artifact_that_is_not_valid_is_no_bug(data, damaged):
    """Another program or a torn copy can leave a row that is JSON, but no artifact."""
    folder = damaged(f"UPDATE artifact_versions SET data = '{data}' WHERE stage = 'dream'")
    for file in (folder / "artifacts").iterdir():
        file.unlink()
    for command in (("show", "dream"), ("status",), ("brainstorm", "-I")):
        said = qf(*command, "-p", str(folder))
        assert said.code != BUG, (command, said)
