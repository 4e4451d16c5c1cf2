"""The estimate of a run is near its cost, and is unknown where a price is unknown."""

from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.runs.cost import RunEstimator, guess_length
from questfoundry.app.session.launching import shorten_result
from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    estimate_message_tokens,
    estimate_request_tokens,
)
from questfoundry.domain.chat.messages import assistant
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.run.record import PaidUsage
from questfoundry.domain.run.result import ResultStatus, RunResult, Spending
from questfoundry.domain.run.spec import RunMode, RunSpec
from tests.support.delegated import AgentModel, Bench, part_of

MODES: tuple[dict[str, Any], ...] = (
    {"agent_mode": "single"},
    {"agent_mode": "single", "refinement": True},
    {"refinement": False},
    {},
    {"planning_mode": True},
    {"planning_mode": True, "execute_after_planning": True},
)


class CountedModel(AgentModel):
    """A model whose drafts have about ``size`` tokens, and whose usage is that of its texts."""

    def __init__(self, size: int) -> None:
        super().__init__(5)
        self._size = size

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        answer = await super().complete(request, on_text)
        if part_of(request) not in {"rubric", "vote"}:
            answer = evolve(answer, text=answer.text + " word" * (self._size * 4 // 5))
        usage = Usage(
            input_tokens=estimate_request_tokens(request),
            output_tokens=estimate_message_tokens(assistant(answer.text, answer.tool_calls)),
        )
        return evolve(answer, usage=usage)


@pytest.mark.parametrize(
    ("task", "size"),
    [
        ("Find a name for the harbour.", 20),
        ("Write a short scene.", 150),
        ("Write a scene.", 900),
        ("Write a scene of 300 words.", 420),
    ],
)
async def test_the_first_estimate_is_within_a_factor_of_two(task: str, size: int) -> None:
    """The author decides by this number, before the project has an earlier run. (STU-10.1)"""
    for mode in MODES:
        size_here = 150 if mode.get("planning_mode") else size
        bench = Bench({name: CountedModel(size_here) for name in ("ann", "ben", "cid")})
        spec = RunSpec.from_dict({"task": task, **mode})
        chosen = [
            each for each in bench.agents if each.id in spec.choose_agents(list(bench.models))
        ]
        found = estimator(bench).estimate(spec, chosen, task)
        spent = (await bench.run(task, **mode)).spent
        assert found.calls == spent.calls, mode
        assert spent.tokens / 2 <= found.tokens <= spent.tokens * 2, mode


def estimator(bench: Bench, **more: Any) -> RunEstimator:
    return RunEstimator(store=bench.runs.store, prices=bench.runs.prices, **more)


def test_a_task_may_say_how_long_its_answer_is() -> None:
    """A name and a page differ by a factor of a hundred."""
    tasks = {
        "Find a name.": 40,
        "Write three sentences about fog": 105,
        "A scene of 200-300 words": 420,
        "Describe the two gates in a short paragraph.": 130,
        "Write the scene at the harbour.": 0,
    }
    assert {each: guess_length(each) for each in tasks} == tasks


def test_a_stage_is_estimated_for_each_agent_by_its_typical_usage() -> None:
    """A stage of a long story costs a hundred times as much as one of a short story."""
    bench = Bench({"ann": AgentModel(4), "ben": AgentModel(5)})
    usage = Usage(calls=3, input_tokens=1_000, output_tokens=500)
    typical = {"seed": PaidUsage(scope="seed", model="a/b", usage=usage, seconds=0.0)}
    found = estimator(bench, stage_usage=lambda _: typical).estimate(
        RunSpec.from_dict({"task": "Plan it.", "stage": "seed"}), bench.agents, "Plan it."
    )
    assert found.calls == 2 * 3 + 3
    assert found.tokens > 3_000


async def test_a_price_that_is_unknown_is_null() -> None:
    """A missing price must not look like a free run, in the estimate nor in the result."""

    class NoPrices:
        def cost(self, model: str, usage: Usage) -> Decimal | None:
            del model, usage

    bench = Bench({"ann": AgentModel(4), "ben": AgentModel(5)})
    found = RunEstimator(store=bench.runs.store, prices=NoPrices()).estimate(
        RunSpec.from_dict({"task": "Go."}), bench.agents, "Go."
    )
    assert found.cost is None
    result = RunResult(
        run="delegated-1",
        task="Go.",
        mode=RunMode.QUICK,
        status=ResultStatus.COMPLETE,
        by_agent={"ann": Spending(calls=1, cost=None)},
        on_vote=Spending(calls=1, cost=None),
    )
    shown = shorten_result(result)
    assert shown["cost_by_agent"] == {"ann": None}
    assert shown["cost_of_vote"] is None
