"""A job in a queue is data of one project, which no other project sees."""

import asyncio
from typing import Any

import psycopg
import pytest
from attrs import evolve

from questfoundry.app.jobs import LiveParts
from questfoundry.domain.errors import InputError, JobCancelledError, StoreError, UsageError
from questfoundry.domain.events import ToolCallFinished
from questfoundry.domain.run.job import ExportJob, IngestJob, JobOptions, JobState, PipelineJob
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.queue import executor
from questfoundry.infra.queue.event_log import PostgresEventLog
from questfoundry.infra.queue.executor import QueueJobExecutor, QueueJobHandle
from questfoundry.infra.storage.sql import Parameters
from tests.support.queues import QueuedProject


@pytest.fixture
def project(shared_database: str) -> QueuedProject:
    return QueuedProject.create(shared_database)


async def test_objects_of_this_process_are_refused(project: QueuedProject) -> None:
    """A worker would ignore an author or a callback in silence."""
    with pytest.raises(UsageError, match="on_text"):
        await project.executor.start(PipelineJob(idea="x"), live=LiveParts(on_text=print))
    with pytest.raises(UsageError, match="interactive"):
        await project.executor.start(PipelineJob(options=JobOptions(interactive=True)))
    with pytest.raises(InputError, match=r"tides\.txt"):
        await project.executor.start(IngestJob(place="/home/ann/tides.txt"))


@pytest.mark.parametrize("change", [{"tenant": "acme"}, {"project": "another"}])
async def test_another_project_cannot_touch_the_job(
    project: QueuedProject, change: dict[str, str]
) -> None:
    """Tenants guess each other's numbers easily, because jobs are counted."""
    handle = await project.executor.start(ExportJob(), key="one")
    stranger = PostgresDatabase(evolve(project.database.address, **change))
    other = QueueJobExecutor(stranger, queue=project.queue)
    stranger.execute("VALUES (qf.cancel_job(?))", (int(handle.id),))

    assert other.find(handle.id) is None
    assert stranger.execute("SELECT qf.job_state(?)", (int(handle.id),)) == [(None,)]
    assert stranger.execute("SELECT * FROM jobs") == []
    assert (await other.start(ExportJob(), key="one")).id != handle.id
    assert handle.state is JobState.QUEUED


async def test_urgent_jobs_come_first(project: QueuedProject) -> None:
    """An author who waits at the desk goes before a nightly batch."""
    urgent = QueuedProject.create(project.url)
    await project.executor.start(ExportJob())
    executor = QueueJobExecutor(urgent.database, queue=project.queue, priority=5)
    handle = await executor.start(ExportJob())
    async with project.open_jobs() as jobs:
        job = await jobs.fetch_job(jobs.queues, jobs.worker)

    assert str(job.id) == handle.id


async def test_news_of_a_job_is_seen_at_once(project: QueuedProject) -> None:
    """An author who follows a story sees each passage as soon as it is written."""
    handle = await project.executor.start(ExportJob())
    log = PostgresEventLog(project.database)
    event = ToolCallFinished(tool="search", result="success", size=1)
    async with asyncio.timeout(20):
        follower = handle.events()
        positions = []
        for _ in range(3):
            # The next event comes only when the follower waits already.
            next_event = asyncio.ensure_future(anext(follower))
            positions.append(await asyncio.to_thread(log.append, handle.id, event))
            assert (await next_event).position == positions[-1]
        end = asyncio.ensure_future(handle.result())
        handle.cancel()
        with pytest.raises(JobCancelledError):
            await end
        assert [each async for each in follower] == []


async def test_a_follower_without_news_looks_from_time_to_time(
    project: QueuedProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PgBouncer forwards no news, and a follower behind it must see the end all the same."""

    async def refuse(*_: object, **__: object) -> None:
        raise psycopg.OperationalError("no more connections")

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", refuse)
    executor = QueueJobExecutor(project.database, queue=project.queue, poll=0.01)
    handle = await executor.start(ExportJob())
    async with asyncio.timeout(20):
        end = asyncio.ensure_future(handle.result())
        await asyncio.to_thread(handle.cancel)
        with pytest.raises(JobCancelledError):
            await end


class AwayDatabase(PostgresDatabase):
    """A database that is away for the first statement of each kind."""

    def execute(self, sql: str, parameters: Parameters = ()) -> list[tuple[Any, ...]]:
        if sql not in (seen := vars(self).setdefault("seen", set())):
            seen.add(sql)
            raise StoreError("The database cannot be reached.")
        return super().execute(sql, parameters)


async def test_a_follower_outlives_a_short_outage(
    project: QueuedProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A follower of a story that takes hours must not end with the first lost connection."""
    monkeypatch.setattr(executor, "_OUTAGE_PAUSE", 0)
    handle = await project.executor.start(ExportJob())
    handle.cancel()
    number = int(handle.id)
    follower = QueueJobHandle(AwayDatabase(project.database.address), number, 0)

    assert [each async for each in follower.events()] == []
    with pytest.raises(JobCancelledError):
        await follower.result()
