"""Tests that a run reports tool arguments that a model has encoded twice."""

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.events import ToolArgumentsDecoded
from questfoundry.domain.models.traits import Phase
from questfoundry.testing.scripted import ScriptedChatProvider, calls
from tests.support.stage_runs import Workshop, one_provider


async def test_arguments_that_were_encoded_twice_are_reported() -> None:
    """An embedder who compares models must see which of them need the repair."""
    workshop = Workshop()
    said = calls("search", {"query": "wells"})
    doubled = evolve(
        said, tool_calls=tuple(evolve(each, is_decoded_twice=True) for each in said.tool_calls)
    )
    run = workshop.begun(one_provider(ScriptedChatProvider([said, doubled])))
    model = run.bind_model(Phase.DISCUSS)
    for text in ("Go.", "Go on."):
        await model.complete(ChatRequest(messages=(user(text),)))
    found = [each for each in workshop.events.events if isinstance(each, ToolArgumentsDecoded)]
    assert [each.tool for each in found] == ["search"]
