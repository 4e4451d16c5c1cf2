"""Test what every executor of jobs, every event log and all slots of an account must do."""

import asyncio
from itertools import pairwise

import pytest

from questfoundry.app.jobs import JobExecutor
from questfoundry.domain.errors import InputError, JobCancelledError, QuestFoundryError
from questfoundry.domain.events import Event, ModelCallRetried
from questfoundry.domain.protocols.limits import CallRates, CallSlots
from questfoundry.domain.protocols.runs import EventLog, EventSink
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


_ONE_A_MINUTE = CallRates(calls_per_minute=1)
_TOKENS = CallRates(tokens_per_minute=600)
_TWO_AT_ONCE = CallRates(calls_at_once=2)

# Waits are a minute long, so that a slow machine changes no result.
_MINUTE = range(40, 64)


class CallSlotsContract:
    """The tests for the slots of an account; a subclass adds the fixture ``slots``."""

    async def test_the_first_call_starts_at_once(self, slots: CallSlots) -> None:
        """A call need not wait for an idle account."""
        slot = await slots.take(_ONE_A_MINUTE, 100)

        assert slot.is_taken
        assert slot.wait <= 0.0

    async def test_slots_are_as_far_apart_as_the_rate_demands(self, slots: CallSlots) -> None:
        """Calls of many machines that start together would be refused (TRN-4.1)."""
        taken = await asyncio.gather(*(slots.take(_ONE_A_MINUTE, 0) for _ in range(5)))

        waits = sorted(slot.wait for slot in taken)
        assert all(slot.is_taken for slot in taken)
        assert all(int(b - a) in _MINUTE for a, b in pairwise(waits))

    async def test_tokens_take_time_too(self, slots: CallSlots) -> None:
        """A provider refuses few large calls as it refuses many small calls."""
        await slots.take(_TOKENS, 600)

        assert int((await slots.take(_TOKENS, 0)).wait) in _MINUTE

    async def test_the_tokens_of_the_answer_are_counted(self, slots: CallSlots) -> None:
        """The length of an answer is unknown when its call starts."""
        await slots.take(_TOKENS, 300)
        await slots.end(None, _TOKENS, 300)

        assert int((await slots.take(_TOKENS, 0)).wait) in _MINUTE

    async def test_no_more_calls_than_allowed_run_at_once(self, slots: CallSlots) -> None:
        """A call that ends gives its lease to the next call."""
        taken = await asyncio.gather(*(slots.take(_TWO_AT_ONCE, 0) for _ in range(5)))
        leases = [slot.lease for slot in taken if slot.is_taken]
        assert len(leases) == 2
        assert not any(slot.is_closed for slot in taken)

        for lease in leases[:1]:
            assert lease is not None
            await slots.renew(lease)
            await slots.end(lease, _TWO_AT_ONCE, 0)

        assert (await slots.take(_TWO_AT_ONCE, 0)).is_taken
        assert not (await slots.take(_TWO_AT_ONCE, 0)).is_taken

    async def test_a_closed_account_gives_no_slots(self, slots: CallSlots) -> None:
        """A refusal in one place stops the calls in all places; a shorter one does not end it."""
        assert await slots.get_closure() == 0.0
        await slots.close(60.0)
        await slots.close(1.0)

        slot = await slots.take(CallRates(), 0)

        assert (slot.is_closed, slot.is_taken) == (True, False)
        assert int(slot.wait) in _MINUTE
        assert int(await slots.get_closure()) in _MINUTE

    async def test_a_longer_refusal_keeps_an_account_closed_longer(self, slots: CallSlots) -> None:
        """A second machine may be refused for longer than the first."""
        await slots.close(1.0)
        await slots.close(60.0)

        assert int(await slots.get_closure()) in _MINUTE

    async def test_without_known_limits_no_call_waits(self, slots: CallSlots) -> None:
        """Slots do not slow calls whose limits are unknown; other code learns the limits."""
        taken = [await slots.take(CallRates(), 1_000) for _ in range(3)]

        assert all(slot.is_taken and slot.wait <= 0.0 and slot.lease is None for slot in taken)
