"""A run killed at any model call resumes to the same result and pays for each call once."""

import pytest

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.domain.run.result import ResultStatus, RunResult
from questfoundry.domain.run.spec import RunSpec
from tests.support.delegated import AgentModel, Bench, settled, three, until
from tests.support.mortal import Killed
from tests.support.stage_runs import Workshop

WORTH = {"ann": 4, "ben": 6, "cid": 5}
CALLS = 3 + 2 * 3 + 1 + 3


class Counted(AgentModel):
    """An agent that dies instead of making call number ``dies``, counted over all agents."""

    def __init__(self, name: str, made: list[str], dies: int | None) -> None:
        super().__init__(WORTH[name])
        self._made, self._dies = made, dies

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        if self._dies is not None and len(self._made) >= self._dies:
            raise Killed
        self._made.append(request.messages[-1].content)
        # The worth comes from the draft's text, so a new process continues in the same manner.
        drafted = [m.content for m in request.messages if m.role == "assistant"]
        if drafted:
            self.worth = int(drafted[-1].rstrip(".").rpartition(" ")[2])
        return await super().complete(request, on_text)


def models(made: list[str], dies: int | None = None) -> dict[str, AgentModel]:
    return {name: Counted(name, made, dies) for name in WORTH}


def timeless(result: RunResult) -> RunResult:
    return result.model_copy(update={"seconds": 0.0})


@pytest.mark.parametrize("call", range(CALLS))
async def test_a_run_killed_at_any_call_is_paid_once(call: int) -> None:
    """A crash at any moment must neither change the result nor cost a second payment. (STU-7.1)"""
    straight: list[str] = []
    expected = await Bench(models(straight)).run(key="one")
    assert len(straight) == CALLS

    workshop, made = Workshop(), list[str]()
    bench = Bench(models(made, dies=call), workshop=workshop)
    with pytest.raises(Killed):
        await bench.run(key="one")
    await settled()
    assert len(made) == call
    again = Bench(models(made), workshop=workshop, files=bench.files)
    result = await again.run(key="one")
    assert timeless(result) == timeless(expected)
    assert sorted(made) == sorted(straight)
    assert result.spent.calls == CALLS


async def test_a_run_that_ended_is_not_made_again() -> None:
    """Starting a finished run again by its key must return its result for free."""
    made: list[str] = []
    bench = Bench(models(made))
    first = await bench.run(key="one")
    assert timeless(await bench.run(key="one")) == timeless(first)
    assert len(made) == CALLS
    assert len(bench.runs.store.runs.list()) == 1


@pytest.mark.parametrize("call", [1, 4, 11])
async def test_a_cancelled_run_that_is_killed_asks_nothing_more(call: int) -> None:
    """A crash during cancelling must not restart a run that the author stopped."""
    workshop, made = Workshop(), list[str]()
    bench = Bench(models(made), workshop=workshop)
    describe = bench.workspace.describe_run

    def dies(*_: object) -> None:
        raise Killed

    bench.workspace.describe_run = dies
    handle = await bench.executor.start(RunSpec.from_dict({"task": "Find a name."}), key="one")
    await until(lambda: len(made) >= call)
    handle.cancel()
    with pytest.raises(Killed):
        await handle.result()
    bench.workspace.describe_run = describe
    paid = len(made)
    again = Bench(models(made), workshop=workshop, files=bench.files)
    result = await again.run(key="one")
    assert result.status is ResultStatus.CANCELLED
    assert len(made) == paid == result.spent.calls


async def test_a_changed_project_does_not_make_a_finished_run_cost_again() -> None:
    """The context and readable files may change; requests contain both. (STU-7.1)"""
    bench = Bench(three())
    first = await bench.run(key="one")
    bench.workspace.keep_context("The town is called Fallow.")
    bench.workspace.describe(WorkspacePath(path="runs", description="Earlier runs."))
    paid = bench.calls()
    assert timeless(await bench.run(key="one")) == timeless(first)
    assert bench.calls() == paid
