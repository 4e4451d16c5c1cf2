"""A session counts its own costs and no other costs."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.session.studio import SessionLedger
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.run.inputs import (
    CandidateInputs,
    DelegatedInputs,
    RunInputs,
    StageInputs,
    StudioInputs,
)
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.run.spec import CANDIDATE, DELEGATED, STUDIO, Budget, RunSpec
from questfoundry.testing.memory import InMemoryJournal, InMemoryRunRepository
from tests.support.stage_runs import PennyPrices

AT = datetime(2030, 1, 1, tzinfo=UTC)


def test_turns_runs_and_candidates_of_the_session_are_counted() -> None:
    """A session's limit must include its runs and candidates, but no costs of another session."""
    store = SimpleNamespace(runs=InMemoryRunRepository(), journal=InMemoryJournal())

    def paid(task: str, inputs: RunInputs, tokens: int) -> str:
        run = store.runs.begin(task, inputs=inputs, models={}, started_at=AT).id
        key = JournalKey(run_id=run, kind=EntryKind.MODEL_CALL, scope="x", digest="x", occurrence=0)
        usage = Usage(input_tokens=tokens, output_tokens=1)
        store.journal.record(
            JournalEntry(key=key, request={}, response={}, usage=usage, recorded_at=AT)
        )
        return cast(str, run)

    spec = RunSpec.from_dict({"task": "Plan it."})
    for session, factor in (("mine", 1), ("theirs", 10_000)):
        paid(STUDIO, StudioInputs(session=session, message="Hello."), 100 * factor)
        run = paid(DELEGATED, DelegatedInputs(spec=spec, session=session), 10 * factor)
        made = CandidateInputs(
            run=run, agent="a", stage="dream", written=StageInputs(), session=session
        )
        paid(CANDIDATE, made, factor)
    runs = cast(RunOpener, SimpleNamespace(store=store, prices=PennyPrices()))

    ledger = SessionLedger(runs, "mine", Budget.parse("1000tokens"))

    assert (ledger.compute_spending().calls, ledger.compute_spending().input_tokens) == (3, 111)
    left = ledger.meter.get_remaining()
    assert left.amount == 1000 - 111 - 3
