"""Workers make a story, although one of them is killed, or the database crashes."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from questfoundry.domain.run.job import JobOptions, JobState, PipelineJob
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.infra.queue.executor import QueueJobHandle
from tests.chaos.server import ChaosServer
from tests.support.postgres import PostgresServer
from tests.support.queues import QueuedProject

STALL = 2.0
PATIENCE = 240
STAGES = 5  # that make an artifact
_WORKER = """
import asyncio, os, sys
from questfoundry.composition.wiring.worker import StoryWorker

worker = StoryWorker(sys.argv[1], os.environ, queue=sys.argv[2], stall=float(sys.argv[3]))
asyncio.run(worker.run())
"""


@contextmanager
def worker(project: QueuedProject, env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-c", _WORKER, project.url, project.queue, str(STALL)],
        env={**os.environ, **env},
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


async def submit(project: QueuedProject) -> QueueJobHandle:
    options = JobOptions(size="micro")
    return await project.executor.start(
        PipelineJob(idea="A lighthouse keeper hears a bell.", options=options)
    )


async def await_calls(handle: QueueJobHandle, server: ChaosServer, number: int) -> None:
    """Wait until the server has received ``number`` calls."""
    async for _ in handle.events():
        if server.calls >= number:
            return


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChaosServer]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with ChaosServer(gap=0.001) as started:
        yield started
    assert started.problems == []


def kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def terminate(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    assert process.wait(PATIENCE) == 0


def suspend(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGSTOP)


@pytest.mark.slow
@pytest.mark.parametrize("strike", [kill, terminate, suspend])
async def test_another_worker_finishes_the_story(
    shared_database: str, server: ChaosServer, strike: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    """A publisher pays for a story once, although a machine dies, or sleeps. (JOB-2.2)"""
    project = QueuedProject.create(shared_database)
    handle = await submit(project)
    with worker(project, server.env) as first:
        await await_calls(handle, server, 6)
        with worker(project, server.env) as second:
            strike(first)
            before = server.calls
            await await_calls(handle, server, before + 3)
            if first.poll() is None:
                first.send_signal(signal.SIGCONT)
            result = await asyncio.wait_for(handle.result(), PATIENCE)
            terminate(second)

    assert handle.state is JobState.FINISHED
    assert any(each.endswith(".html") for each in result.files)
    assert stored_calls(project) <= server.calls <= stored_calls(project) + 1, "one was in flight"
    names = [type(each.event).__name__ async for each in handle.events()]
    assert names.count("StageCompleted") == STAGES, "a finished stage is not made again"


@pytest.mark.slow
async def test_a_crash_of_the_database_repeats_no_call(server: ChaosServer) -> None:
    """An answer in hand waits until the database is back. (JOB-2.2)"""
    database = PostgresServer(Path(tempfile.mkdtemp()))
    database.create()
    try:
        upgrade(database.url())
        project = QueuedProject.create(database.url())
        handle = await submit(project)
        with worker(project, server.env):
            for calls in (4, 8):
                await await_calls(handle, server, calls)
                database.crash()
                database.start()
            await asyncio.wait_for(handle.result(), PATIENCE)
        assert stored_calls(project) == server.calls
    finally:
        database.remove()


def stored_calls(project: QueuedProject) -> int:
    """Return how many calls the journal of the project has."""
    with psycopg.connect(project.url) as connection:
        ((count,),) = connection.execute(
            "SELECT count(*) FROM qf_data.journal WHERE project = %s AND kind = 'model_call'",
            (project.database.address.project,),
        ).fetchall()
    return int(count)
