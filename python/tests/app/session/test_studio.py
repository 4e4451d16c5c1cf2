"""A session counts its own costs, shares a project with other work, and shows its requests."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.session.studio import SessionLedger
from questfoundry.app.session.turn import preview_turn
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
from questfoundry.domain.session import RunEnded, SessionState, TurnFailed
from questfoundry.testing.memory import InMemoryJournal, InMemoryRunRepository
from questfoundry.testing.scripted import says
from tests.support.delegated import AgentModel, three, until
from tests.support.stage_runs import PennyPrices
from tests.support.studio import WIDE, AskedAuthor, StudioBench, drained, launches, replies

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


async def test_the_shown_request_is_the_request_that_is_sent() -> None:
    """An author who wants to know why the agent answers oddly must see what it read. (STU-16.2)"""
    bench = StudioBench([says("In a harbour."), says("Saltmarsh.")], budget="90000tokens")
    for message in ("Where does it play?", "And the town?"):
        if message != "Where does it play?":
            bench.session.pin("Never kill the dog.")
        shown = await preview_turn(bench.studio, message)
        entries = len(bench.store.runs.list())
        await bench.says(message)
        assert shown.request == bench.model.requests[-1]
        assert len(bench.store.runs.list()) == entries + 1
    assert "Never kill the dog." in shown.request.messages[0].content
    assert shown.left_out == ()


async def test_the_shown_request_says_what_was_left_out() -> None:
    """A conversation that does not fit is replaced by notes, which the author should know."""
    bench = StudioBench([says("word " * 40_000)])
    assert WIDE.capabilities.context_window == 64_000
    await bench.says("Tell me everything.")
    shown = await preview_turn(bench.studio, "And?")
    assert shown.left_out == ("the conversation: notes in CONTEXT.md replace it",)
    assert "word word" not in str(shown.request)


async def test_who_is_asked_or_answered_keeps_nobody_from_the_project() -> None:
    """A session that waits for approval must not lock the project for other work."""
    author = AskedAuthor(waits=True)
    first = StudioBench([launches(), says("It is done.")], approval=author)
    events = first.session.chat("A name, please.")
    await until(lambda: first.session.state is SessionState.AWAITING_APPROVAL)
    with first.store.lock.hold("seed"):
        second = StudioBench([says("Yes.")], workshop=first.bench.workshop, files=first.files)
        assert replies(await second.says("Are you there?")) == ["Yes."]
    author.may.set()
    assert replies(await drained(events)) == ["It is done."]


async def test_a_run_waits_for_nobody_and_says_who_holds_the_project() -> None:
    """A second run is refused at once with the lock holder's name, instead of hanging."""
    waiting = {**three(), "ann": AgentModel(4, waits=["draft"])}
    busy = StudioBench(models=waiting)
    under_way = busy.session.chat("/run Find a name.")
    await until(lambda: busy.session.state is SessionState.RUNNING and bool(busy.bench.calls()))
    author = AskedAuthor()
    other = StudioBench(workshop=busy.bench.workshop, files=busy.files, approval=author)
    [told] = replies(await other.says("/run Find another."))
    assert "delegated" in told
    assert author.asked == []
    waiting["ann"].may.set()
    assert any(isinstance(each, RunEnded) for each in await drained(under_way))


async def test_one_session_is_answered_in_one_place_at_a_time() -> None:
    """Two processes that answer the same session would mix up its messages."""
    author = AskedAuthor(waits=True)
    bench = StudioBench([launches(), says("It is done.")], approval=author)
    events = bench.session.chat("A name, please.")
    await until(lambda: bench.session.state is SessionState.AWAITING_APPROVAL)
    again = bench.evolved(agent=bench.reopened([says("Me, too.")]).studio.agent)
    told = await drained(again.chat("And a place."))
    assert any(isinstance(each, TurnFailed) and bench.session.id in each.problem for each in told)
    author.may.set()
    assert replies(await drained(events)) == ["It is done."]
