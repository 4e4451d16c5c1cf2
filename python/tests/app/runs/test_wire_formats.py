"""Three agents, each with a real SDK and wire format, make one stage in parallel."""

import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.runs.coordinator import StageTask
from questfoundry.app.runs.spending import RunsUseCase
from questfoundry.domain.chat.exchange import ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.result import ResultStatus
from tests.support.delegated import CRITERIA, Bench
from tests.support.loopback import Asked, Loopback, Reply, Script
from tests.support.small_story import SCRIPTS, made_until
from tests.support.wire_providers import WIRES, Wire

MARK = re.compile(r"draft-(\d+)::criterion-\d+")
DRAFT = re.compile(r"--- draft-(\d+) ---\n(.*?)(?=\n\n---|\Z)", re.DOTALL)


def texts(value: Any) -> Iterator[str]:
    """Yield every string in a request body."""
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from texts(each)
        case list():
            for each in value:
                yield from texts(each)


def called(name: str, arguments: dict[str, Any]) -> ChatResponse:
    return ChatResponse(
        tool_calls=(ToolCall(id="call-1", name=name, arguments=arguments),),
        finish_reason=FinishReason.TOOL_CALLS,
    )


class Model:
    """A server that plays an agent: a script for the stage, and scores by draft length."""

    def __init__(self, wire: Wire, *, good: bool) -> None:
        self.wire, self.good = wire, good
        self.script = [each for each in SCRIPTS["seed"]() if isinstance(each, ChatResponse)]
        self.asked: list[str] = []

    def reply(self, asked: Asked) -> Reply:
        assert self.wire.rules(asked.body) is None
        script: Script = self.wire.answer(self.response(asked.body))
        return script if isinstance(script, Reply) else script(asked)

    def response(self, body: Any) -> ChatResponse:
        document = json.dumps(body)
        if "submit_rubric" in document:
            self.asked.append("rubric")
            return called("submit_rubric", {"criteria": list(CRITERIA)})
        if "submit_vote" in document:
            self.asked.append("vote")
            return called("submit_vote", {"marks": self.marks(body, document)})
        self.asked.append("stage")
        if not self.good and "submit_seed" in document:
            return ChatResponse(text="I would rather not.")
        return self.script.pop(0)

    def marks(self, body: Any, document: str) -> dict[str, Any]:
        shown = next(each for each in texts(body) if "--- draft-1 ---" in each)
        lengths = {number: len(text) for number, text in DRAFT.findall(shown)}
        keys = sorted({found[0] for found in MARK.finditer(document)})
        return {
            key: {"reason": "It shows.", "score": 8 if lengths[MARK.match(key)[1]] else 1}  # type: ignore[index]
            for key in keys
        }


@pytest.mark.parametrize("bad", [None, "anthropic"])
async def test_three_wire_formats_make_one_artifact(bad: str | None) -> None:
    """Agents of different providers must work together, even if one never answers validly."""
    workshop = await made_until("brainstorm")
    players = {wire.name: Model(wire, good=wire.name != bad) for wire in WIRES}
    async with AsyncExitStack() as stack:
        models = {}
        for name, player in players.items():
            server = stack.enter_context(Loopback(*[player.reply] * 40))
            models[name] = await stack.enter_async_context(player.wire.asked_of(server.url))

        def stages(bench: Bench) -> StageTask:
            return StageTask(
                registry=workshop.registry,
                work=lambda opener: RunStageUseCase(
                    registry=workshop.registry,
                    store=workshop.store,
                    runs=opener,
                    prompts=workshop.prompts,
                ),
                inputs=lambda: StageInputs(size="micro"),
                research=tuple,
            )

        bench = Bench(models, workshop=workshop, stages=stages)
        result = await bench.run("Keep it dark.", stage="seed")
    assert result.status is (ResultStatus.PARTIAL if bad else ResultStatus.COMPLETE)
    current = workshop.current("seed")
    assert (result.version, current.version, current.origin) == (1, 1, "seed-1")
    assert result.agent in set(players) - {bad}
    assert set(result.by_agent) == set(players)
    assert all(each.calls for each in result.by_agent.values())
    assert {each.judge for each in result.votes} <= set(players) - {bad}
    assert result.on_vote.calls == sum(
        each.asked.count("vote") + each.asked.count("rubric") for each in players.values()
    )
    assert result.spent.calls == sum(len(each.asked) for each in players.values())
    listed = RunsUseCase(store=workshop.store, prices=bench.runs.prices).list()
    [report] = [each for each in listed if each.run.id == result.run]
    assert report.parts is not None
    assert (report.parts.by_agent, report.parts.on_vote) == (result.by_agent, result.on_vote)
    assert all(each.cost for each in (*result.by_agent.values(), result.on_vote))
