"""Five stories, two workers, and a kill: what a database that machines share is for."""

from pathlib import Path
from threading import Event

import psycopg
import pytest

from tests.chaos.server import Call, ChaosServer
from tests.support.loopback import Reply
from tests.support.qf import Said, qf
from tests.support.qf_process import QfProcess

NAMES = [f"tale-{number}" for number in range(1, 6)]
IDEA = "A noir mystery in a drowned city"
STORIES = 2
CALLS_AT_ONCE = 8
"""The most calls that a worker with two stories has on the wire."""

IN_THE_MIDDLE = 30
"""The number of the call at which a worker dies."""

PATIENCE = 120.0


def count_calls(url: str) -> int:
    """Return the number of model calls in the ledgers of all projects."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT coalesce(sum(calls), 0) FROM qf_data.journal").fetchone()
    return int(found[0]) if found else 0


@pytest.mark.slow
def test_five_stories_survive_the_death_of_a_worker(empty_database: str, tmp_path: Path) -> None:
    """A publisher loses a machine, but no story, and pays for no answer twice. (JOB-3.1)"""
    is_busy = Event()

    def announce(call: Call) -> Reply:
        is_busy.set()
        return call.reply()

    def start_worker(name: str) -> QfProcess:
        (folder := tmp_path / name).mkdir()
        options = ("--stories", str(STORIES), "--stall", "5")
        return QfProcess("worker", *options, folder=folder, env=env)

    with ChaosServer() as server:
        env = {**server.env, "QF_DATABASE_URL": empty_database, "XDG_CACHE_HOME": str(tmp_path)}

        def call(*words: str) -> Said:
            return qf(*words, env=env, code=0)

        call("database", "upgrade")
        jobs = [call("run", IDEA, "--project", each, "--detach").out.strip() for each in NAMES]
        server.faults[IN_THE_MIDDLE] = announce
        with start_worker("a") as victim, start_worker("b"):
            assert is_busy.wait(PATIENCE)
            victim.kill()
            followed = [call("follow", each).err for each in jobs]
        server.await_no_connection()
        found = call("projects", "--json").document
        unrecorded = server.calls - count_calls(empty_database)

    assert server.problems == []
    assert [each["project"] for each in found] == NAMES
    assert [(each["state"], each["shipped"]) for each in found] == [("finished", True)] * 5
    assert all("SHIP (6 of 6)" in each for each in followed)
    assert 0 <= unrecorded <= CALLS_AT_ONCE
