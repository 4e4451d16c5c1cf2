"""The journal answers each call of a run once, and a replay makes no new calls."""

import asyncio

import pytest

from questfoundry.app.run.journaled_calls import CallOutcome, JournaledCalls
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.errors import (
    AuthorLeft,
    StoreDamagedError,
    StoreError,
    StoreTakenOverError,
)
from questfoundry.domain.events import StoreRetried
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunRecord
from questfoundry.testing.memory import InMemoryJournal
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.stage_runs import PennyPrices


async def test_a_replay_ends_at_the_first_call_without_an_answer() -> None:
    """A stopped run builds its result from recorded answers and must not pay for another."""
    clock, journal = ManualClock(), InMemoryJournal()
    record = RunRecord(id="x-1", task="x", inputs=StageInputs(), started_at=clock.now())

    async def answer() -> CallOutcome:
        return CallOutcome(response={"text": "Yes."})

    def calls(*, replays: bool) -> JournaledCalls:
        return JournaledCalls(
            record,
            journal=journal,
            meter=SpendMeter(prices=PennyPrices()),
            clock=clock,
            events=RecordingEventSink(),
            replays=replays,
        )

    first = await calls(replays=False).call_once(EntryKind.MODEL_CALL, "a", {"ask": 1}, answer)
    again = calls(replays=True)
    hit = await again.call_once(EntryKind.MODEL_CALL, "a", {"ask": 1}, answer)
    assert (first.replayed, hit.replayed) == (False, True)
    assert hit.entry.response == {"text": "Yes."}
    for kind in (EntryKind.MODEL_CALL, EntryKind.TOOL_RESULT):
        with pytest.raises(AuthorLeft):
            await again.call_once(kind, "b", {"ask": 2}, answer)
    checked = await again.call_once(EntryKind.EMBEDDING, "c", {"ask": 3}, answer)
    assert not checked.replayed


class AwayJournal(InMemoryJournal):
    """A journal that fails with each of ``problems`` before it records anything."""

    def __init__(self, *problems: StoreError) -> None:
        super().__init__()
        self.problems = list(problems)
        self.tries = 0
        self.has_failed = asyncio.Event()
        self.unreadable: list[StoreError] = []

    def find(self, key: JournalKey) -> JournalEntry | None:
        if self.unreadable:
            raise self.unreadable.pop(0)
        return super().find(key)

    def record(self, entry: JournalEntry) -> None:
        self.tries += 1
        if self.problems:
            self.has_failed.set()
            raise self.problems.pop(0)
        super().record(entry)


def paid_call(journal: AwayJournal, events: RecordingEventSink) -> asyncio.Task[object]:
    """Begin a model call whose answer is recorded in ``journal``."""
    clock = ManualClock()
    record = RunRecord(id="x-1", task="x", inputs=StageInputs(), started_at=clock.now())
    calls = JournaledCalls(
        record, journal=journal, meter=SpendMeter(prices=PennyPrices()), clock=clock, events=events
    )

    async def answer() -> CallOutcome:
        return CallOutcome(response={"text": "Yes."})

    return asyncio.ensure_future(calls.call_once(EntryKind.MODEL_CALL, "a", {"ask": 1}, answer))


async def test_an_answer_is_kept_while_the_store_is_away() -> None:
    """The answer is paid, so a store that fails for a moment must not lose it (JRN-2.2)."""
    journal, events = AwayJournal(*[StoreError("The disk is full.")] * 3), RecordingEventSink()
    await paid_call(journal, events)
    assert [entry.response for entry in journal.entries("x-1")] == [{"text": "Yes."}]
    waits = [each.wait for each in events.events if isinstance(each, StoreRetried)]
    assert waits == [0.5, 1.0, 2.0]


async def test_a_store_that_stays_away_ends_the_call() -> None:
    """Someone has to free the disk, so the run must not wait for ever."""
    journal = AwayJournal(*[StoreError("The disk is full.")] * 99)
    with pytest.raises(StoreError, match="full"):
        await paid_call(journal, RecordingEventSink())
    assert journal.tries == 7


@pytest.mark.parametrize("problem", [StoreDamagedError("Damaged."), StoreTakenOverError("Gone.")])
async def test_a_store_that_time_does_not_repair_is_not_tried_again(problem: StoreError) -> None:
    """Waiting repairs no file, and another process does not give the project back."""
    journal = AwayJournal(problem)
    with pytest.raises(type(problem)):
        await paid_call(journal, RecordingEventSink())
    assert journal.tries == 1


async def test_a_journal_that_cannot_be_read_for_a_moment_is_read_again() -> None:
    """A server that restarts must not end a run between two calls."""
    journal, events = AwayJournal(), RecordingEventSink()
    journal.unreadable = [StoreError("It restarts.")] * 3
    await paid_call(journal, events)
    assert len(journal.entries("x-1")) == 1
    waits = [each.wait for each in events.events if isinstance(each, StoreRetried)]
    assert waits == [0.5, 1.0, 2.0]


async def test_a_cancelled_call_stores_its_answer_before_it_ends() -> None:
    """The author stops the run while the store is away: the answer is stored if it can be."""
    journal = AwayJournal(StoreError("The disk is full."))
    call = paid_call(journal, RecordingEventSink())
    await journal.has_failed.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert len(journal.entries("x-1")) == 1


async def test_an_answer_is_recorded_before_anything_else_runs() -> None:
    """Two agents ask at once, and a kill after both answers must not lose the first. (JRN-9.1)"""
    clock, journal = ManualClock(), InMemoryJournal()
    record = RunRecord(id="x-1", task="x", inputs=StageInputs(), started_at=clock.now())
    calls = JournaledCalls(
        record,
        journal=journal,
        meter=SpendMeter(prices=PennyPrices()),
        clock=clock,
        events=RecordingEventSink(),
    )
    recorded: list[int] = []

    async def answer() -> CallOutcome:
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_soon(lambda: recorded.append(len(journal.entries("x-1"))))
        return CallOutcome(response={"text": "Yes."})

    await asyncio.gather(
        *(calls.call_once(EntryKind.MODEL_CALL, each, {"ask": 1}, answer) for each in "ab")
    )
    assert recorded == [2, 2]
