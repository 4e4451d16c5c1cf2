"""The journal answers each call of a run once, and a replay makes no new calls."""

import pytest

from questfoundry.app.run.journaled_calls import CallOutcome, JournaledCalls
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.errors import AuthorLeft
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.record import EntryKind, RunRecord
from questfoundry.testing.clock import ManualClock
from questfoundry.testing.memory import InMemoryJournal
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
