"""A run reports encoded arguments, hides thoughts, and pays for no answer twice when resumed."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.events import ToolArgumentsDecoded
from questfoundry.domain.models.traits import Phase
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls, says
from tests.support.stage_runs import VISION, Ask, Workshop, one_provider
from tests.support.tools import LookupTool

IDEA = "A diver"


async def broken(_: Mapping[str, Any]) -> Envelope:
    """Raise an error, as a tool with a missing index would."""
    raise RuntimeError("The index is gone.")


def script(*, breaks: bool) -> list[Reply]:
    """Return one search and the rest of the stage; with ``breaks`` the connection fails."""
    rest: list[Reply] = [says("A brief."), calls("submit_dream", VISION)]
    dead = UnreachableError("The line is dead.")
    return [
        calls("lookup", {"query": "tides"}),
        says("They decide."),
        *([dead] if breaks else rest),
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([LookupTool(answer=broken)], [LookupTool()]),
        ([LookupTool()], []),
        ([LookupTool(answer=broken)], []),
        ([LookupTool()], [LookupTool(), LookupTool("more")]),
        ([LookupTool(), LookupTool("more")], [LookupTool("more")]),
    ],
    ids=["mended", "gone", "raised and gone", "one more", "one of two"],
)
async def test_a_resumed_run_asks_only_what_it_had_not_asked(before, after) -> None:
    """Changed tools must not change recorded requests, or the author pays for them again."""
    workshop = Workshop()
    first, use_case = workshop.scripted(script(breaks=True))
    with pytest.raises(UnreachableError):
        await use_case.execute("dream", Ask(said=IDEA, research_tools=before))
    second = await workshop.run_script(
        script(breaks=False)[2:], Ask(resume="dream-1", research_tools=after)
    )
    assert len(second.requests) == 2
    assert second.requests[0] == first.requests[2]


async def test_a_tool_that_is_gone_is_told_so_to_the_model() -> None:
    """A tool that is missing after the resume becomes an error result instead of a crash."""
    workshop = Workshop()
    dead = UnreachableError("The line is dead.")
    _, use_case = workshop.scripted([calls("lookup", {"query": "tides"}), dead])
    with pytest.raises(UnreachableError):
        await use_case.execute("dream", Ask(said=IDEA, research_tools=[LookupTool()]))
    again: list[Reply] = [calls("lookup", {"query": "moon"}, id="c2"), says("Well.")]
    model = await workshop.run_script(
        [*again, says("A brief."), calls("submit_dream", VISION)], Ask(resume="dream-1")
    )
    assert "lookup" in model.requests[1].messages[-1].content
    assert model.requests[1].messages[-1].is_error


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


async def test_the_run_removes_thoughts_and_end_marks() -> None:
    """A provider of another package may leave these marks in, and they must not be shipped."""
    said = says("<think>Keep it short.</think>You wade in.<|im_end|>")
    run = Workshop().begun(one_provider(ScriptedChatProvider([said])))
    request = ChatRequest(messages=(user("Go."),))
    assert (await run.bind_model(Phase.DISCUSS).complete(request)).text == "You wade in."
