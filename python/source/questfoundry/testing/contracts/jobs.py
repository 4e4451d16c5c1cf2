"""Test what every executor of jobs and every event log must do."""

import asyncio

import pytest

from questfoundry.app.jobs.executor import JobExecutor
from questfoundry.domain.errors import InputError, JobCancelledError, QuestFoundryError
from questfoundry.domain.events import Event, ModelCallRetried
from questfoundry.domain.protocols.jobs import EventLog
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.run.job import ExportJob, Job, JobResult, JobState

_PATIENCE = 60  # Seconds that no test uses up, unless the executor hangs


def _event(number: int) -> Event:
    return ModelCallRetried(model="scripted/model", attempt=number, wait=0.5, problem="429")


async def perform_scripted_job(job: Job, events: EventSink) -> JobResult:
    """Perform an ``ExportJob``: send two events, and return the formats as files.

    The format ``wait`` waits until the job is cancelled; the format ``fail`` raises.
    """
    assert isinstance(job, ExportJob)
    for number in (1, 2):
        events.emit(_event(number))
    if "wait" in job.formats:
        await asyncio.Event().wait()
    if "fail" in job.formats:
        raise InputError("There is no format 'fail'.")
    return JobResult(files=job.formats)


class JobExecutorContract:
    """The tests for executors; a subclass adds a fixture ``executor``.

    The executor performs its jobs with ``perform_scripted_job``.
    """

    async def test_a_job_has_a_result(self, executor: JobExecutor) -> None:
        """The result of a job is data, wherever the job was performed."""
        handle = await executor.start(ExportJob(formats=("html", "ink")))
        result = await asyncio.wait_for(handle.result(), _PATIENCE)

        assert result.files == ("html", "ink")
        assert handle.state is JobState.FINISHED

    async def test_its_events_have_positions(self, executor: JobExecutor) -> None:
        """A follower that lost its connection continues where it stopped."""
        handle = await executor.start(ExportJob())
        logged = [each async for each in handle.events()]
        again = [each async for each in handle.events(after=logged[0].position)]

        assert [each.event for each in logged] == [_event(1), _event(2)]
        assert 0 < logged[0].position < logged[1].position
        assert again == logged[1:]
        await handle.result()

    async def test_a_key_names_one_job(self, executor: JobExecutor) -> None:
        """A program that repeats its request after a lost answer pays for one job (JOB-1.1)."""
        first = await executor.start(ExportJob(formats=("html",)), key="one")
        await asyncio.wait_for(first.result(), _PATIENCE)
        again = await executor.start(ExportJob(formats=("html",)), key="one")
        another = await executor.start(ExportJob(formats=("html",)), key="two")

        assert again.id == first.id != another.id
        assert (await again.result()).files == (await another.result()).files == ("html",)

    async def test_a_failure_has_the_words_of_its_error(self, executor: JobExecutor) -> None:
        """A follower needs to know what to correct."""
        handle = await executor.start(ExportJob(formats=("fail",)))

        with pytest.raises(QuestFoundryError, match="There is no format 'fail'"):
            await asyncio.wait_for(handle.result(), _PATIENCE)
        assert handle.state is JobState.FAILED

    async def test_a_running_job_can_be_cancelled(self, executor: JobExecutor) -> None:
        """A cancelled job ends soon, and cancelling it twice is no error."""
        handle = await executor.start(ExportJob(formats=("wait",)))
        async for _ in handle.events():
            break
        assert handle.state is JobState.RUNNING
        handle.cancel()
        handle.cancel()

        with pytest.raises(JobCancelledError):
            await asyncio.wait_for(handle.result(), _PATIENCE)
        assert str(handle.state) == JobState.CANCELLED

    async def test_a_finished_job_cannot_be_cancelled(self, executor: JobExecutor) -> None:
        """A late wish to cancel takes no result away."""
        handle = await executor.start(ExportJob(formats=("ink",)))
        await asyncio.wait_for(handle.result(), _PATIENCE)
        handle.cancel()

        assert (await handle.result()).files == ("ink",)

    async def test_a_job_is_found_by_its_id(self, executor: JobExecutor) -> None:
        """Another part of the program can follow the job."""
        handle = await executor.start(ExportJob(formats=("ink",)))
        found = executor.find(handle.id)

        assert found is not None
        assert (await asyncio.wait_for(found.result(), _PATIENCE)).files == ("ink",)
        assert executor.find("987654321") is None
        assert executor.find("no id") is None


class EventLogContract:
    """The tests for event logs; a subclass adds the fixtures ``log`` and ``jobs``.

    ``jobs`` are the ids of two jobs without events.
    """

    def test_events_are_listed_from_a_position(self, log: EventLog, jobs: tuple[str, str]) -> None:
        """A follower reads each event once, in order."""
        positions = [log.append(jobs[0], _event(number)) for number in (1, 2, 3)]
        logged = log.list_after(jobs[0])

        assert [each.position for each in logged] == positions == sorted(positions)
        assert [each.event for each in logged] == [_event(1), _event(2), _event(3)]
        assert log.list_after(jobs[0], positions[1]) == logged[2:]
        assert log.list_after(jobs[0], positions[2]) == []

    def test_jobs_do_not_share_events(self, log: EventLog, jobs: tuple[str, str]) -> None:
        """A follower sees only the job that it follows."""
        log.append(jobs[0], _event(1))
        log.append(jobs[1], _event(2))

        assert [each.event for each in log.list_after(jobs[1])] == [_event(2)]
