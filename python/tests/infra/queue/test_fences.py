"""Only the worker that has a job in hand changes it, and a dead worker's job is taken over once."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from procrastinate.jobs import Status
from procrastinate.manager import JobManager

from questfoundry.domain.errors import JobFailedError, StoreTakenOverError
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.run.job import ExportJob, JobState
from questfoundry.infra.queue.event_log import PostgresEventLog
from questfoundry.infra.queue.job_manager import MOST_DEATHS, FencedJobManager
from questfoundry.infra.queue.worker import Reaper
from questfoundry.testing import ManualClock
from tests.support.queues import QueuedProject, take

RETRIED = ModelCallRetried(model="openai/gpt-4o", attempt=1, wait=2.5, problem="429")
LONG_AGO = "2000-01-01"
STALL = 0.5


@pytest.fixture
def project(shared_database: str) -> QueuedProject:
    project = QueuedProject.create(shared_database)
    # Nothing is taken over on a server that has just started.
    project.administer(
        "SELECT pg_sleep_until(pg_postmaster_start_time() + %s * interval '1 second')", STALL
    )
    return project


@pytest.fixture
async def first(project: QueuedProject) -> AsyncIterator[FencedJobManager]:
    async with project.open_jobs() as jobs:
        yield jobs


@pytest.fixture
async def second(project: QueuedProject) -> AsyncIterator[FencedJobManager]:
    async with project.open_jobs() as jobs:
        yield jobs


async def test_a_zombie_ends_nothing(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """A worker that was asleep must not end the job of its successor."""
    handle = await project.executor.start(ExportJob())
    zombie = await take(first)
    project.set_heart(first, LONG_AGO)
    assert await second.take_over(STALL, STALL) == [zombie.job]
    living = await take(second)

    assert not await first.end(zombie, Status.FAILED, problem='"I failed."', result=None)
    await first.hand_back(zombie)
    await first.hand_back_lost()
    with pytest.raises(StoreTakenOverError):
        PostgresEventLog(project.database, zombie).append(handle.id, RETRIED)
    assert handle.state is JobState.RUNNING
    assert await first.list_jobs_to_abort_async() == [zombie.job]

    assert await second.end(living, Status.SUCCEEDED, problem="", result='{"files": ["a"]}')
    assert (await handle.result()).files == ("a",)
    assert [each async for each in handle.events()] == []


async def test_a_job_that_ends_each_worker_fails_at_last(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """A file that crashes the program must not end all workers, one after another, for ever."""
    handle = await project.executor.start(ExportJob())
    project.set_heart(first, LONG_AGO)
    for _ in range(MOST_DEATHS):
        assert handle.state is JobState.QUEUED
        assert (victim := await take(first))
        assert await second.take_over(STALL, STALL) == [victim.job]
    assert await take(second) is None
    with pytest.raises(JobFailedError, match="Each of several workers ended"):
        await handle.result()


async def test_each_job_is_taken_over_once(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """Two workers that look at the same time share the jobs of a dead one. (JOB-2.2)"""
    async with project.open_jobs() as dead:
        for _ in range(4):
            other = QueuedProject(
                database=QueuedProject.create(project.url).database, queue=project.queue
            )
            await other.executor.start(ExportJob())
        claims = [await take(dead) for _ in range(4)]
        project.set_heart(dead, LONG_AGO)
        taken = await asyncio.gather(first.take_over(STALL, STALL), second.take_over(STALL, STALL))

    assert sorted([*taken[0], *taken[1]]) == [each.job for each in claims]
    assert {project.row(str(each.job))["attempts"] for each in claims} == {1}


async def test_nothing_is_taken_over_before_a_time_of_contact(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """Right after an outage of the database, all workers look dead. (JOB-2.2)"""
    clock = ManualClock()
    reaper = Reaper(second, clock, stall=STALL)
    await project.executor.start(ExportJob())
    claim = await take(first)
    project.set_heart(first, LONG_AGO)

    async def look_after(seconds: float) -> list[int]:
        clock.advance(seconds)
        return await reaper.look(second.worker)

    third = STALL / 3
    assert [await look_after(seconds) for seconds in (0, third, third)] == [[], [], []]
    assert await look_after(STALL) == [], "the watch itself was asleep"
    assert [await look_after(third) for _ in range(2)] == [[], []]
    assert await look_after(third * 1.01) == [claim.job]


async def test_nothing_is_taken_over_from_a_young_database(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """After a restart of the server, workers get time to connect again. (JOB-2.2)"""
    await project.executor.start(ExportJob())
    claim = await take(first)
    project.set_heart(first, LONG_AGO)
    a_year = 365 * 86_400.0

    assert await second.take_over(a_year, STALL) == []
    assert await second.take_over(0.001, STALL) == [claim.job]


async def test_a_start_disowns_no_living_worker(
    project: QueuedProject, first: FencedJobManager
) -> None:
    """A worker that starts after an outage must not remove those whose heartbeat is late."""
    handle = await project.executor.start(ExportJob())
    claim = await take(first)
    project.set_heart(first, LONG_AGO)
    async with project.open_jobs() as another:
        await another.prune_stalled_workers(STALL)

    assert await first.end(claim, Status.SUCCEEDED, problem="", result="{}")
    assert handle.state is JobState.FINISHED


async def test_a_job_whose_hand_out_got_lost_returns(
    project: QueuedProject, first: FencedJobManager
) -> None:
    """If the connection breaks during the answer, no worker knows that it has the job."""
    handle = await project.executor.start(ExportJob())
    await JobManager.fetch_job(first, first.queues, first.worker)
    assert handle.state is JobState.RUNNING
    await first.hand_back_lost()

    assert handle.state is JobState.QUEUED
    assert (await take(first)).attempt == 1


async def test_only_an_equal_worker_continues_a_job(
    project: QueuedProject, first: FencedJobManager
) -> None:
    """Other prompts would ask the models again, so a begun job waits for equal ones."""
    await project.executor.start(ExportJob())
    claim = await take(first)
    await first.hand_back(claim)
    project.set_heart(first, "3000-01-01")
    async with project.open_jobs("p2") as newer:
        assert await take(newer) is None
        await newer.take_over(STALL, patience=0)
        assert await take(newer) is None, "an equal worker lives"
        project.set_heart(first, LONG_AGO)
        await newer.take_over(STALL, patience=3600)
        assert await take(newer) is None, "an equal worker may come back"
        await newer.take_over(STALL, patience=0)
        assert (await take(newer)).job == claim.job


async def test_a_cancelled_job_of_a_dead_worker_stays_cancelled(
    project: QueuedProject, first: FencedJobManager, second: FencedJobManager
) -> None:
    """A wish to cancel must not get lost with the worker that should have followed it."""
    handle = await project.executor.start(ExportJob())
    await take(first)
    handle.cancel()
    project.set_heart(first, LONG_AGO)
    await second.take_over(STALL, STALL)

    assert handle.state is JobState.CANCELLED
    assert await take(second) is None
