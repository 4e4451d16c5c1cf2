"""The tool loop."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.agent import Toolset, Turn, TurnEnd, run_turn
from questfoundry.app.phases.discuss_tools import READY, ReadyToSummarize
from questfoundry.domain.chat.envelope import Envelope, success
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Role, ToolCall, user
from questfoundry.domain.errors import LLMFault, NoAnswerError
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.testing.scripted import (
    RecordingEventSink,
    Reply,
    ScriptedChatProvider,
    calls,
    calls_all,
    says,
)
from tests.support.stage_runs import shipped_prompts
from tests.support.tools import LookupTool, nothing

BEGIN = ChatRequest(messages=(user("Begin."),), max_tokens=1_000)


def tools_of(*tools: Tool) -> Toolset:
    return Toolset(tools, prompts=shipped_prompts(), events=RecordingEventSink())


async def play(
    replies: list[Reply], *tools: Tool, max_calls: int = 8, traits: ModelTraits | None = None
) -> tuple[Turn, ScriptedChatProvider]:
    provider = ScriptedChatProvider(replies, traits=traits)
    turn = await run_turn(provider, BEGIN, tools_of(*tools), max_calls=max_calls)
    return turn, provider


def results(turn: Turn) -> list[dict[str, Any]]:
    return [
        json.loads(message.content) for message in turn.messages if message.role is Role.TOOL_RESULT
    ]


async def test_all_calls_of_a_reply_run_side_by_side_and_are_answered_in_order() -> None:
    """Providers expect the results of parallel calls in the order of the calls. (LOOP-1.1)"""
    second_began = asyncio.Event()

    async def first(_: Mapping[str, Any]) -> Envelope:
        await second_began.wait()
        return success("first", action="Go on.")

    async def second(_: Mapping[str, Any]) -> Envelope:
        second_began.set()
        return success("second", action="Go on.")

    turn, _ = await play(
        [
            calls_all(
                ToolCall(id="a", name="one", arguments={"query": "x"}),
                ToolCall(id="b", name="two", arguments={"query": "x"}),
            ),
            says("Done."),
        ],
        LookupTool("one", first),
        LookupTool("two", second),
    )

    assert [message.call_id for message in turn.messages[1:3]] == ["a", "b"]
    assert [result["data"] for result in results(turn)] == ["first", "second"]


async def test_a_signal_ends_the_turn_after_its_reply_is_answered() -> None:
    """A signal ends the turn at once, but its other calls still need results."""
    tool = LookupTool()
    both = calls_all(
        ToolCall(id="a", name=READY, malformed="{"),
        ToolCall(id="b", name="lookup", arguments={"query": "now"}),
    )
    turn, provider = await play([both], tool, ReadyToSummarize(shipped_prompts()))

    assert turn.end is TurnEnd.SIGNALLED
    assert (len(results(turn)), len(tool.asked), len(provider.requests)) == (2, 1, 1)


async def test_an_unknown_tool_or_unusable_arguments_are_answered_with_what_is_wrong() -> None:
    """A model can continue only if it learns the real names and its mistake."""
    turn, _ = await play([calls("oracle"), says("I see.")], LookupTool())

    (result,) = results(turn)
    assert result["result"] == "error"
    assert "oracle" in result["error"]
    assert "lookup" in result["error"]
    assert turn.messages[1].is_error

    tool = LookupTool()
    turn, _ = await play(
        [
            calls_all(
                ToolCall(id="a", name="lookup", malformed="{oops"),
                ToolCall(id="b", name="lookup", arguments={"other": 1}),
            ),
            says("I see."),
        ],
        tool,
    )

    malformed, missing = results(turn)
    assert "not a JSON object" in malformed["error"]
    assert "query" in missing["error"]
    assert tool.asked == []


async def test_an_exception_becomes_an_error_result() -> None:
    """A crashing tool must not end a paid conversation."""

    async def broken(_: Mapping[str, Any]) -> Envelope:
        raise RuntimeError("the shelf fell over")

    turn, _ = await play(
        [calls("lookup", {"query": "x"}), says("Well.")], LookupTool(answer=broken)
    )

    (result,) = results(turn)
    assert "the shelf fell over" in result["error"]
    assert list(result)[-1] == "action"
    assert turn.text == "Well."


async def test_a_repeated_call_is_answered_from_memory_and_the_tool_withdrawn() -> None:
    """A model that repeats a call is stuck, and running the tool again is a waste."""
    tool = LookupTool()
    twice = calls_all(
        ToolCall(id="a", name="lookup", arguments={"query": "noir"}),
        ToolCall(id="b", name="lookup", arguments={"query": "noir"}),
    )
    turn, _ = await play([twice, says("Enough.")], tool)

    assert len(tool.asked) == 1
    assert len(results(turn)) == 2

    tool, again = LookupTool(), calls("lookup", {"query": "noir"})
    turn, provider = await play([again, again, again, says("Enough.")], tool)
    assert len(tool.asked) == 1
    first, second, third = results(turn)
    assert first == second == third

    offered = [[tool.name for tool in request.tools] for request in provider.requests]
    assert offered == [["lookup"], ["lookup"], ["lookup"], []]


async def test_a_greedy_model_that_finds_nothing_is_stopped() -> None:
    """A model that searches in vain for ever would spend the author's money. (LOOP-3.3)"""
    tool = LookupTool(answer=nothing)
    greedy = [calls("lookup", {"query": f"noir {count}"}) for count in range(18)]
    turn, provider = await play(greedy, tool, max_calls=8)

    assert len(tool.asked) == 3
    assert turn.end is TurnEnd.LIMIT
    assert len(provider.requests) == 8


@given(limit=st.integers(min_value=1, max_value=12))
def test_the_limit_counts_model_calls(limit: int) -> None:
    """The limit must hold for every number, or a turn could cost without end."""
    endless = [calls("lookup", {"query": str(count)}) for count in range(limit + 3)]
    turn, provider = asyncio.run(play(endless, LookupTool(), max_calls=limit))

    assert turn.end is TurnEnd.LIMIT
    assert len(provider.requests) == limit


async def test_the_guard_remembers_from_turn_to_turn() -> None:
    """Fruitless searches must count over all turns, or each turn starts them again."""
    tool, turns = LookupTool(answer=nothing), 10
    toolset = tools_of(tool)
    for turn in range(turns):
        searches = [calls("lookup", {"query": f"noir {turn} {count}"}) for count in range(3)]
        provider = ScriptedChatProvider([*searches, says("Well.")])
        await run_turn(provider, BEGIN, toolset, max_calls=8)

    assert len(tool.asked) == 3
    assert toolset.definitions == ()


@pytest.mark.parametrize(("turns", "made"), [(1, 8), (2, 16), (3, 24), (5, 24)])
async def test_a_tool_is_called_eight_times_a_turn_and_twenty_four_in_all(turns, made) -> None:
    """Many calls in one reply must not bypass the limit."""
    tool = LookupTool()
    toolset = tools_of(tool)
    for turn in range(turns):
        many = calls_all(
            *(
                ToolCall(id=str(at), name="lookup", arguments={"query": f"{turn} {at}"})
                for at in range(30)
            )
        )
        await run_turn(ScriptedChatProvider([many, says("Well.")]), BEGIN, toolset, max_calls=8)

    assert len(tool.asked) == made


LACKING = {
    LLMFault.REFUSED: says("I will not.", finish_reason=FinishReason.REFUSED),
    LLMFault.CUT_OFF: says("The lamp is", finish_reason=FinishReason.LENGTH),
    LLMFault.EMPTY: says(" "),
}


@pytest.mark.parametrize("lack", list(LACKING))
async def test_an_answer_that_is_none_is_asked_for_once_more_in_another_way(lack) -> None:
    """The same request would fail again, so the retry differs. (LOOP-4.1)"""
    turn, provider = await play([LACKING[lack], says("Lit.")])
    first, second = provider.requests
    assert (turn.text, len(turn.messages)) == ("Lit.", 1)
    if lack is LLMFault.CUT_OFF:
        assert (second.messages, second.max_tokens) == (first.messages, 2_000)
    else:
        assert (len(second.messages), second.max_tokens) == (2, 1_000)


async def test_no_more_room_is_asked_for_than_the_model_has() -> None:
    """A provider refuses more tokens than its limit, so the retry asks for a shorter answer."""
    cut = LACKING[LLMFault.CUT_OFF]
    _, small = await play(
        [cut, says("Lit.")], traits=ModelTraits.from_capabilities(max_output_tokens=1_000)
    )
    _, larger = await play(
        [cut, says("Lit.")], traits=ModelTraits.from_capabilities(max_output_tokens=1_200)
    )
    assert [each.max_tokens for each in small.requests] == [1_000, 1_000]
    assert "half the length" in small.requests[1].messages[-1].content
    assert [each.max_tokens for each in larger.requests] == [1_000, 1_200]


@pytest.mark.parametrize("lack", list(LACKING))
async def test_a_second_answer_that_is_none_ends_in_an_error_with_its_name(lack) -> None:
    """The error must say why there is no answer, so the author knows what to change."""
    with pytest.raises(NoAnswerError) as told:
        await play([LACKING[LLMFault.EMPTY], LACKING[lack]])
    assert told.value.code is lack


ODD = {
    "type": "object",
    "properties": {
        "word": {"type": "string", "minLength": 1},
        "text": {"type": "string"},
        "count": {"type": "integer"},
        "names": {"type": "array", "items": {"type": "string"}},
        "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "open": {"description": "Anything."},
    },
    "required": ["word"],
}


async def execute_odd(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> Any:
    """Return the arguments that the tool received, or the error that the model reads."""
    tool = LookupTool()
    definition = evolve(tool.definition, parameters=schema)
    odd = type("Odd", (LookupTool,), {"definition": definition})(answer=repeat_arguments)
    (result,) = await tools_of(odd).run_calls(
        [ToolCall(id="a", name="lookup", arguments=arguments)]
    )
    document = json.loads(result.content)
    return document.get("data", document.get("error"))


async def repeat_arguments(arguments: Mapping[str, Any]) -> Envelope:
    return success(dict(arguments), action="Go on.")


@pytest.mark.parametrize(
    ("arguments", "received"),
    [
        ({"word": "a", "text": ""}, {"word": "a", "text": ""}),
        ({"word": 1984, "count": "7"}, {"word": "1984", "count": 7}),
        ({"word": "a", "count": None, "text": None}, {"word": "a"}),
        ({"word": "a", "names": '["b", "c"]'}, {"word": "a", "names": ["b", "c"]}),
        (
            {"word": "a", "open": {"x": [1]}, "more": 1},
            {"word": "a", "open": {"x": [1]}, "more": 1},
        ),
        ({"word": " "}, "lookup: word is too short or only spaces (text)."),
        ({"word": None}, "lookup: word is not text (text)."),
        (
            {"word": ["a"], "count": "many"},
            "lookup: word is not text (text); count is not a whole number (whole number).",
        ),
        ({"word": "a", "names": "b, c"}, "lookup: names is not a list (list)."),
        ({"word": "a", "count": True}, "lookup: count is not a whole number (whole number)."),
    ],
)
async def test_a_tool_never_sees_arguments_of_another_type(arguments, received) -> None:
    """A tool that searches for the text of a list finds nothing, without an error. (LOOP-2.4)"""
    assert await execute_odd(ODD, arguments) == received


async def test_a_schema_that_cannot_be_read_checks_nothing() -> None:
    """A tool of another server may use references of an older JSON Schema. (LOOP-2.4)"""
    old = {
        "type": "object",
        "properties": {"word": {"$ref": "#/definitions/word"}},
        "definitions": {"word": {"type": "string"}},
    }
    assert await execute_odd(old, {"word": 3}) == {"word": 3}
