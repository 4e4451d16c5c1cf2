"""After a kill or a stop during indexing, the next call continues."""

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from sqlite3 import OperationalError

import pytest

from questfoundry.composition.settings.new_project import create_project
from tests.support.qf import qf
from tests.support.qf_process import PATIENCE, QfProcess
from tests.support.real_book import REAL_BOOK

pytestmark = pytest.mark.slow  # each test starts processes

CTRL_C = "\x03"


def _embedded(folder: Path) -> dict[int, bytes]:
    """Return the vectors by chunk id, or nothing before the table exists."""
    with closing(sqlite3.connect(folder / "story.db")) as database, suppress(OperationalError):
        return dict(database.execute("SELECT chunk, vector FROM chunk_vectors").fetchall())
    return {}


def test_a_killed_ingestion_goes_on(tmp_path):
    """Indexing a long book takes time, so a kill must not lose the finished part."""
    folder = tmp_path / "story"
    create_project(folder, "Drowned")
    with QfProcess("book", "add", str(REAL_BOOK), folder=folder) as process:
        deadline = time.monotonic() + PATIENCE
        while not (done := _embedded(folder)):
            assert time.monotonic() < deadline, process.err
            time.sleep(0.01)
        process.kill()

    (book,) = qf("book", "list", "--json", "-p", str(folder)).document
    assert book["status"] == "ingesting"
    refused = qf("book", "search", "Who is Queequeg?", "-b", "moby", "-p", str(folder))
    assert refused.code == 3

    added = qf("book", "add", str(REAL_BOOK), "--json", "-p", str(folder)).document

    assert added == {**book, "status": "ready", "known": False, "updated": False}
    assert len(_embedded(folder)) == book["chunks"] > len(done)
    found = qf("book", "search", "Queequeg's coffin as a life-buoy", "--json", "-p", str(folder))
    assert any("coffin" in hit["text"] for hit in found.document)


def test_a_stopped_ingestion_says_how_to_go_on(tmp_path):
    """The author learns that the same command continues."""
    folder = tmp_path / "story"
    create_project(folder, "Drowned")
    with QfProcess("book", "add", str(REAL_BOOK), folder=folder, terminal=True) as process:
        process.await_text("673 pages (artificial)")
        process.await_text("indexed 64 of 1,219 chunks ...")
        process.type(CTRL_C)
        assert process.end() == 130
        assert (
            "Interrupted. Finished work is saved; run the same command to continue."
            in process.screen
        )

    (book,) = qf("book", "reindex", "--json", "-p", str(folder)).document
    assert (book["status"], book["chunks"]) == ("ready", 1219)
