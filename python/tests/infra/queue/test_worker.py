"""A worker lives as long as its process, and loses no job when it stops."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from questfoundry.domain.errors import (
    JobCancelledError,
    JobFailedError,
    SettingsError,
    StoreError,
    StoreLockedError,
)
from questfoundry.domain.run.job import ExportJob, JobResult, JobState
from questfoundry.infra.postgres.migrations import upgrade
from questfoundry.infra.queue.job_manager import ClaimedJob, FencedJobManager
from tests.support.postgres import PostgresServer
from tests.support.queues import QueuedProject, running, take

PATIENCE = 60
WAIT = ExportJob(formats=("wait",))


@pytest.fixture
def project(shared_database: str) -> QueuedProject:
    return QueuedProject.create(shared_database)


@pytest.fixture
async def other(project: QueuedProject) -> AsyncIterator[FencedJobManager]:
    async with project.open_jobs() as jobs:
        yield jobs


async def test_a_stage_that_blocks_does_not_stop_the_heart(
    project: QueuedProject, other: FencedJobManager
) -> None:
    """Work that keeps its event loop busy must not look like death."""
    begun, released = Event(), Event()

    async def block(job: ClaimedJob) -> JobResult:
        del job
        begun.set()
        released.wait()
        return JobResult()

    blocked = await project.executor.start(ExportJob())
    async with running(project.build_worker(block, stall=1.0, stories=1)):
        await asyncio.to_thread(begun.wait)
        # A worker that begins later than the blocked one, and dies.
        neighbour = QueuedProject(
            database=QueuedProject.create(project.url).database, queue=project.queue
        )
        abandoned = await neighbour.executor.start(ExportJob())
        await other.update_heartbeat(other.worker)
        assert await take(other)
        async with running(project.build_worker(neighbour.perform, stall=1.0)):
            await asyncio.wait_for(abandoned.result(), PATIENCE)
        entry = project.row(blocked.id)
        released.set()

    assert (entry["status"], entry["attempts"]) == ("doing", 0)


async def test_a_worker_that_stops_returns_its_jobs(project: QueuedProject) -> None:
    """A restart for an upgrade is no failure: another worker continues the story. (JOB-2.5)"""
    handle = await project.executor.start(WAIT)
    async with running(project.build_worker()):
        async for logged in handle.events():
            if (position := logged.position) and logged.event.attempt == 2:
                break
    assert handle.state is JobState.QUEUED
    async with running(project.build_worker()):
        async for logged in handle.events(after=position):
            assert logged.position > position
            break
        handle.cancel()
        with pytest.raises(JobCancelledError):
            await asyncio.wait_for(handle.result(), PATIENCE)


@pytest.mark.parametrize("turns", [0, 1, 5, 20])
async def test_a_stop_is_never_too_early(project: QueuedProject, turns: int) -> None:
    """A worker that is stopped while it starts must not run for ever."""
    async with running(project.build_worker()):
        for _ in range(turns):
            await asyncio.sleep(0)


async def test_a_job_of_a_project_in_use_waits(project: QueuedProject) -> None:
    """Somebody who works on the story in a terminal must not make the job fail."""
    attempts = []

    async def perform(job: ClaimedJob) -> JobResult:
        attempts.append(job.claim.attempt)
        if len(attempts) == 1:
            raise StoreLockedError("The project is in use.")
        return JobResult()

    handle = await project.executor.start(ExportJob())
    async with running(project.build_worker(perform, stall=0.5)):
        await asyncio.wait_for(handle.result(), PATIENCE)

    assert attempts == [0, 1]


async def test_a_job_whose_settings_cannot_be_read_now_waits(
    project: QueuedProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outage while the settings are read must not end the story for good. (JOB-2.5)"""
    monkeypatch.setattr("questfoundry.infra.queue.worker._AWAY_DELAY", 0)

    async def perform(job: ClaimedJob) -> JobResult:
        if job.claim.attempt == 0:
            away = SettingsError("The database cannot be reached.")
            away.__cause__ = StoreError("The database cannot be reached.")
            away.__cause__.__cause__ = psycopg.OperationalError("server closed the connection")
            raise away
        return JobResult()

    handle = await project.executor.start(ExportJob())
    async with running(project.build_worker(perform, stall=0.5)):
        assert await asyncio.wait_for(handle.result(), PATIENCE) == JobResult()


@pytest.mark.parametrize("cause", [psycopg.DataError("no NUL"), psycopg.errors.UndefinedTable("x")])
async def test_a_text_that_the_database_never_takes_ends_the_job(
    project: QueuedProject, cause: psycopg.Error
) -> None:
    """The job would be handed out again every ten seconds, without an end."""

    async def perform(job: ClaimedJob) -> JobResult:
        raise StoreError("The database cannot store this text.") from cause

    handle = await project.executor.start(ExportJob())
    async with running(project.build_worker(perform)):
        with pytest.raises(JobFailedError, match="cannot store this text"):
            await asyncio.wait_for(handle.result(), PATIENCE)


async def test_a_worker_says_so_if_the_database_goes_away_at_its_start(
    project: QueuedProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A supervisor shows the message, and starts the worker again."""

    async def register(*_: object) -> int:
        raise ConnectorException from psycopg.OperationalError("the server closed the connection")

    worker = project.build_worker()
    monkeypatch.setattr(worker.jobs, "register_worker", register)
    with pytest.raises(StoreError, match="Start the worker again"):
        await asyncio.wait_for(worker.run(), PATIENCE)


async def test_a_fault_of_ours_ends_one_job_only(project: QueuedProject) -> None:
    """A worker with other stories in hand survives a bug."""

    async def perform(job: ClaimedJob) -> JobResult:
        if "bug" in job.work.formats:
            raise ZeroDivisionError("division by zero")
        return JobResult()

    async with running(project.build_worker(perform)):
        bad = await project.executor.start(ExportJob(formats=("bug",)))
        good = await project.executor.start(ExportJob())
        with pytest.raises(JobFailedError, match="ZeroDivisionError"):
            await asyncio.wait_for(bad.result(), PATIENCE)
        assert await asyncio.wait_for(good.result(), PATIENCE) == JobResult()


async def test_the_jobs_of_a_story_follow_each_other(project: QueuedProject) -> None:
    """Two jobs must not write one story at the same time, however many workers there are."""
    order: list[str] = []

    async def perform(job: ClaimedJob) -> JobResult:
        order.append(f"begin {job.claim.job}")
        await asyncio.sleep(0)
        order.append(f"end {job.claim.job}")
        return JobResult()

    handles = [await project.executor.start(ExportJob()) for _ in range(3)]
    async with running(project.build_worker(perform)), running(project.build_worker(perform)):
        for each in handles:
            await asyncio.wait_for(each.result(), PATIENCE)

    assert order == [f"{word} {each.id}" for each in handles for word in ("begin", "end")]


@pytest.mark.slow
async def test_a_worker_outlives_a_crash_of_the_database() -> None:
    """A worker that has to be started by hand after each outage would be no help."""
    server = PostgresServer(Path(tempfile.mkdtemp()))
    server.create()
    try:
        upgrade(server.url())
        project = QueuedProject.create(server.url())
        begun, finish = Event(), Event()

        async def perform(job: ClaimedJob) -> JobResult:
            begun.set()
            await asyncio.to_thread(finish.wait)
            return JobResult(files=(str(job.claim.attempt),))

        handle = await project.executor.start(ExportJob())
        async with running(project.build_worker(perform, stall=60)):
            await asyncio.to_thread(begun.wait)
            server.crash()
            finish.set()
            server.start()
            result = await asyncio.wait_for(handle.result(), PATIENCE)
    finally:
        server.remove()

    assert result.files == ("0",), "the same worker has ended the job"
