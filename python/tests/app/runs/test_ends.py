"""A delegated run ends complete, partial, cancelled or failed, and keeps every answer."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import BudgetReachedError, InputError, RefusedError
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.protocols.runs import RunHandle
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import Budget, RunSpec
from questfoundry.domain.session import AgentMoved, RunEnded, RunLaunched
from questfoundry.testing import ManualClock
from tests.support.delegated import AgentModel, Bench, part_of, three, until
from tests.support.stage_runs import Workshop

NO_KEY = RefusedError("There is no key.")


async def started(bench: Bench, *, limits: Sequence[Budget] = (), **given: Any) -> RunHandle:
    spec = RunSpec.from_dict({"task": "Find a name.", **given})
    return await bench.executor.start(spec, limits=limits)


@pytest.mark.parametrize("part", ["draft", "refine", "vote"])
async def test_where_one_of_three_fails_two_go_on(part: str) -> None:
    """One broken agent must not waste the work of the others. (STU-6.1)"""
    models = three()
    models["ben"]._parts[part] = NO_KEY
    result = await Bench(models).run()
    assert result.status is ResultStatus.PARTIAL
    assert result.answer
    failed = next(each for each in result.candidates if each.agent == "ben")
    assert "There is no key." in failed.problem
    assert "ben: There is no key." in result.problem
    assert {"ann", "cid"} <= {each.judge for each in result.votes}


async def test_where_all_fail_the_run_failed_and_says_why() -> None:
    """Without any draft the author needs to know why each agent failed."""
    bench = Bench(three(parts={"draft": NO_KEY}))
    result = await bench.run()
    assert (result.status, result.answer, result.agent) == (ResultStatus.FAILED, "", "")
    assert result.problem.count("There is no key.") == 3


PARTS = ("draft", "refine", "rubric", "vote", "execute")


@pytest.mark.parametrize("part", PARTS)
async def test_a_run_can_be_cancelled_anywhere(part: str) -> None:
    """A stop in any part must neither hang nor lose answers that are already paid for. (STU-6.3)"""
    bench = Bench(three(waits=[part]))
    handle = await started(bench, planning_mode=True, execute_after_planning=True, refinement=True)
    models = list(bench.models.values())
    await until(lambda: any(each.asked(part) for each in models))
    handle.cancel()
    handle.cancel()
    result = await handle.result()
    assert result.status is ResultStatus.CANCELLED
    answered = sum(len(each.requests) - len(each.asked(part)) for each in models)
    assert result.spent.calls == answered
    assert bool(result.answer) == (part != "draft")
    if part == "execute":
        assert result.agent == "ben"
    assert bench.runs.store.runs.get(result.run).status is RunStatus.COMPLETED


class Answering(AgentModel):
    """A model that answers during a stop, as a server does that ignores cancelled requests."""

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        if part_of(request) in self._waits:
            self.requests.append(request)
            try:
                await self.may.wait()
            except asyncio.CancelledError:
                raise AssertionError("A call that is paid for was ended.") from None
            return await AgentModel(self.worth).complete(request)
        return await super().complete(request, on_text)


async def test_what_is_answered_while_a_run_is_stopped_is_in_its_result() -> None:
    """An answer that arrives during the stop is paid for, so the result keeps it."""
    model = Answering(5, waits=["draft"])
    bench = Bench({"ann": model})
    handle = await started(bench, agent_mode="single", refinement=True)
    await until(lambda: bool(model.requests))
    handle.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    model.may.set()
    result = await handle.result()
    assert (result.status, result.answer) == (ResultStatus.CANCELLED, "A draft worth 5.")
    assert result.spent.calls == 1


class Hourglass(ManualClock):
    """A clock whose minute ends when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.over = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        if seconds == 60:
            await self.over.wait()


async def test_a_run_that_takes_too_long_is_partial() -> None:
    """A slow judge must not block the run for ever; the drafts so far become the result."""
    workshop = Workshop()
    workshop.clock = clock = Hourglass()
    bench = Bench(three(waits=["vote"]), workshop=workshop)
    handle = await started(bench, coordination_overrides={"timeout": 60, "max_rounds": 1})
    await until(lambda: bool(bench.models["ann"].asked("vote")))
    clock.over.set()
    result = await handle.result()
    assert result.status is ResultStatus.PARTIAL
    assert result.rounds == 1
    assert result.answer.startswith("Better")
    assert "time" in result.problem


@pytest.mark.parametrize("whose", ["run", "session"])
async def test_a_budget_that_runs_out_in_the_vote_leaves_the_best_draft(whose: str) -> None:
    """A budget that ends during the vote must not lose the drafts."""
    model = three()
    bench = Bench(model)
    whole = await bench.run(refinement=False)
    drafts = sum(each.tokens for each in whole.by_agent.values())
    budget = f"{drafts + 1}tokens"
    models = three(waits=["draft", "rubric"])
    bench = Bench(models)
    given: dict[str, Any] = {"coordination_overrides": {"budget": budget}} if whose == "run" else {}
    limits = (Budget.parse(budget),) if whose == "session" else ()
    handle = await started(bench, limits=limits, refinement=False, **given)
    await until(lambda: all(each.asked("draft") for each in models.values()))
    for each in models.values():
        each.may.set()
    result = await handle.result()
    assert result.status is ResultStatus.PARTIAL
    assert result.votes == ()
    assert result.answer.startswith("A draft")
    assert "budget" in result.problem
    assert result.spent.calls == 4
    assert result.on_vote.calls == 1


PLANNED = {"planning_mode": True, "execute_after_planning": True, "refinement": False}


@pytest.mark.parametrize("how", ["breaks", "stops", "cannot pay"])
async def test_a_plan_is_never_the_deliverable(how: str) -> None:
    """A plan in `deliverables/` would look like the work that was never done."""
    models = three(waits=["execute"] if how == "stops" else [])
    if how == "breaks":
        models["ben"]._parts["execute"] = NO_KEY
    elif how == "cannot pay":
        models["ben"]._parts["execute"] = BudgetReachedError("The budget is used up.")
    bench = Bench(models)
    handle = await started(bench, **PLANNED)
    if how == "stops":
        await until(lambda: bool(models["ben"].asked("execute")))
        handle.cancel()
    result = await handle.result()
    assert result.status is not ResultStatus.COMPLETE
    assert (result.answer, result.agent) == ("A draft worth 6.", "ben")
    assert "not carried out" in result.problem
    assert result.answer_file == "runs/001/plan.md"
    assert bench.files.contents["runs/001/plan.md"].decode() == result.answer
    assert bench.workspace.files(("deliverables",)) == []


@pytest.mark.parametrize("how", ["cancelled", "timed out", "broke"])
async def test_the_answer_of_a_stopped_run_is_a_file(how: str) -> None:
    """The author paid for the answer, and must find it without searching the drafts."""
    workshop = Workshop()
    workshop.clock = clock = Hourglass()
    models = three(waits=[] if how == "broke" else ["vote"])
    if how == "broke":
        models["ann"]._parts["vote"] = BudgetReachedError("The budget is used up.")
    bench = Bench(models, workshop=workshop)
    handle = await started(bench, coordination_overrides={"timeout": 60}, refinement=False)
    if how != "broke":
        await until(lambda: bool(models["ann"].asked("vote")))
        (handle.cancel if how == "cancelled" else clock.over.set)()
    result = await handle.result()
    assert result.answer.startswith("A draft worth")
    assert result.answer_file == "runs/001/answer.md"
    assert bench.files.contents["runs/001/answer.md"].decode() == result.answer
    assert bench.workspace.files(("deliverables",)) == []


async def test_a_stop_keeps_the_later_drafts_although_one_agent_failed_early() -> None:
    """The answers of a stopped run are read from its records, which lack the failed call."""
    models = three()
    models["ann"]._parts["draft"] = NO_KEY
    for name in ("ben", "cid"):
        models[name]._waits = ["vote"]
    bench = Bench(models)
    handle = await started(bench)
    await until(lambda: bool(models["ben"].asked("vote")))
    handle.cancel()
    result = await handle.result()
    assert result.rounds == 2
    assert {each.agent: each.text for each in result.candidates} == {
        "ann": "",
        "ben": "Better, worth 8.",
        "cid": "Better, worth 7.",
    }
    assert "ann: There is no key." in result.problem


async def test_costs_are_told_apart_by_agent_and_vote() -> None:
    """Authors can see which agent is expensive only if the parts add up to the total."""
    result = await Bench(three()).run()
    parts = [*result.by_agent.values(), result.on_vote]
    calls = {name: each.calls for name, each in result.by_agent.items()}
    assert calls == {"ann": 3, "ben": 3, "cid": 3}
    assert result.on_vote.calls == 4
    assert sum(each.tokens for each in parts) == result.spent.tokens
    assert sum(each.cost or 0 for each in parts) == result.spent.cost


async def test_a_run_is_told_in_events() -> None:
    """The studio shows progress from these events."""
    bench = Bench(three())
    handle = await started(bench, refinement=False)
    events = [each async for each in handle.events()]
    assert isinstance(events[0], RunLaunched)
    assert events[0].label == "Run: Find a name."
    assert isinstance(events[-1], RunEnded)
    assert events[-1].result == await handle.result()
    moved = {(e.agent, e.part) for e in events if isinstance(e, AgentMoved) and e.done}
    assert moved == {(name, "draft") for name in bench.models}


@pytest.mark.parametrize(
    "given",
    [{"agents": ["zoe"]}, {"context_paths": ["notes.md"]}, {"stage": "seed"}],
    ids=["agent", "path", "stage"],
)
async def test_nothing_begins_that_cannot_be(given: dict[str, Any]) -> None:
    """A typing error in an agent, path or stage must not start a paid run."""
    bench = Bench(three())
    with pytest.raises(InputError):
        await started(bench, **given)
    assert bench.runs.store.runs.list() == []
    assert bench.calls() == 0


async def test_a_run_that_is_interrupted_from_outside_can_be_gone_on_with() -> None:
    bench = Bench(three(waits=["vote"]))
    handle = await bench.executor.start(RunSpec.from_dict({"task": "Find a name."}), key="one")
    waiting = asyncio.ensure_future(handle.result())
    await until(lambda: bool(bench.models["ann"].asked("vote")))
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    record = bench.runs.store.runs.get(handle.run)
    assert record.status is RunStatus.INTERRUPTED
    assert record.inputs.stopped == ""
    for model in bench.models.values():
        model.may.set()
    paid = bench.calls()
    result = await bench.run("Something else.", key="one")
    assert (result.task, result.status) == ("Find a name.", ResultStatus.COMPLETE)
    assert bench.calls() == paid + 3
