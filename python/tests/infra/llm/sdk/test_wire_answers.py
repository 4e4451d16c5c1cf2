"""Tests of answers on the wire, read through the real SDKs."""

import json
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import LLMFault
from tests.support.dialects import openai_whole, sse
from tests.support.loopback import Reply, Script, json_reply
from tests.support.wire_providers import (
    OLLAMA,
    OPENAI,
    Wire,
    every_wire,
    hosted_wires,
    streamed_or_not,
)

SUBMIT = ToolDefinition(
    name="submit_dream",
    description="Submits.",
    parameters={
        "type": "object",
        "properties": {
            "title": {"type": "string"},
            "scope": {"type": "object", "properties": {"words": {"type": "integer"}}},
            "themes": {"type": "array", "items": {"type": "string"}},
        },
    },
)
ASKED = ChatRequest(messages=(user("Hello?"),), tools=(SUBMIT,), max_tokens=900)
SAID = ChatResponse(text="Words.", model="m", usage=Usage(input_tokens=9, output_tokens=5))


async def answer_to(
    wire: Wire, script: Script, request: ChatRequest = ASKED, *, streamed: bool = False
) -> tuple[ChatResponse, list[str]]:
    """Return the response of one call and the pieces that were streamed."""
    pieces: list[str] = []
    async with wire.serving(script) as (provider, _):
        response = await provider.complete(request, pieces.append if streamed else None)
    assert not streamed or "".join(pieces) == response.text
    return response, pieces


def calling(arguments: Any, malformed: str | None = None) -> ChatResponse:
    """Return a response that calls the tool with the arguments."""
    call = ToolCall(id="c1", name="submit_dream", arguments=arguments, malformed=malformed)
    return evolve(SAID, text="", tool_calls=(call,), finish_reason=FinishReason.TOOL_CALLS)


@pytest.mark.parametrize(
    ("text", "is_whole"), [('{"title": "Dry", "themes": ["a"]}', True), ('{"title": "Dry"', False)]
)
async def test_a_call_that_was_cut_off_is_not_completed(text: str, is_whole: bool) -> None:
    """A completed call would look whole, though its last list or text may lack a part."""
    said = evolve(calling({}, malformed=text), finish_reason=FinishReason.LENGTH)
    response, _ = await answer_to(OPENAI, OPENAI.answer(said))
    (call,) = response.tool_calls
    assert (call.malformed is None) is is_whole


@hosted_wires
@streamed_or_not
async def test_cached_tokens_are_part_of_those_read(wire: Wire, streamed: bool) -> None:
    """Anthropic counts these separately, so the ledger would show too little."""
    used = evolve(SAID, usage=Usage(input_tokens=900, output_tokens=7, cached_tokens=800))
    response, _ = await answer_to(wire, wire.answer(used), streamed=streamed)
    assert response.usage == used.usage


@hosted_wires
@streamed_or_not
async def test_a_refusal_is_an_answer_that_says_so(wire: Wire, streamed: bool) -> None:
    """A refusal must not be stored as prose. (PRV-3.2)"""
    refused = evolve(SAID, text="I will not.", finish_reason=FinishReason.REFUSED)
    response, _ = await answer_to(wire, wire.answer(refused), streamed=streamed)
    assert response == refused


@every_wire
@streamed_or_not
async def test_a_refusal_in_words_is_no_answer_either(wire: Wire, streamed: bool) -> None:
    """Some servers have no field for a refusal, so its words count. (PRV-3.2)"""
    refused = evolve(SAID, text="I'm sorry, but I can't help with that.")
    response, _ = await answer_to(wire, wire.answer(refused), streamed=streamed)
    assert response.lack is LLMFault.REFUSED


@pytest.mark.parametrize("reason", [FinishReason.REFUSED, FinishReason.TOOL_CALLS])
async def test_an_answer_counts_though_the_server_calls_it_a_stop(reason: FinishReason) -> None:
    """A refusal must not end up in the story, and a phase continues only with a call. (PRV-3.2)"""
    refused = evolve(SAID, text="I will not.", finish_reason=FinishReason.REFUSED)
    whole = openai_whole(refused if reason is FinishReason.REFUSED else calling({"title": "x"}))
    whole["choices"][0]["finish_reason"] = "stop"
    response, _ = await answer_to(OPENAI, json_reply(whole))
    assert response.finish_reason is reason


@every_wire
@streamed_or_not
async def test_arguments_encoded_twice_are_decoded(wire: Wire, streamed: bool) -> None:
    """Small models encode arguments twice, and a repair wastes a call."""
    twice = {"title": "[1]", "scope": '{"words": 900}', "themes": '["loss", "salt"]'}
    response, _ = await answer_to(wire, wire.answer(calling(twice)), streamed=streamed)
    assert response.tool_calls[0].arguments == {
        "title": "[1]",
        "scope": {"words": 900},
        "themes": ["loss", "salt"],
    }


@streamed_or_not
async def test_an_object_of_arguments_encoded_twice_is_decoded(streamed: bool) -> None:
    """Some models encode the whole argument object as a JSON string."""
    twice = calling({}, malformed=json.dumps(json.dumps({"title": "x"})))
    response, _ = await answer_to(OPENAI, OPENAI.answer(twice), streamed=streamed)
    assert response.tool_calls[0].arguments == {"title": "x"}


@every_wire
async def test_a_tool_that_was_skipped_leaves_plain_words(wire: Wire) -> None:
    """A model without forced calls may answer in words, and those words must not be lost."""
    request = evolve(ASKED, tool_choice=REQUIRED)
    response, _ = await answer_to(wire, wire.answer(SAID), request)
    assert response == SAID


async def test_calls_without_an_id_get_one_from_their_place() -> None:
    """Without ids the next request fails, and replay needs stable ones."""
    call = ToolCall(id="", name="submit_dream", arguments={})
    twice = evolve(calling({}), tool_calls=(call, call))
    first, _ = await answer_to(OLLAMA, OLLAMA.answer(twice))
    again, _ = await answer_to(OLLAMA, OLLAMA.answer(twice), streamed=True)
    assert [call.id for call in first.tool_calls] == ["call_1_0", "call_1_1"]
    assert again.tool_calls == first.tool_calls


async def test_parallel_calls_that_share_an_index_are_told_apart_by_id() -> None:
    calls = [
        {"index": 0, "id": name, "function": {"name": name, "arguments": "{}"}}
        for name in ("first", "second")
    ]
    chunks = [
        {"choices": [{"delta": {"tool_calls": [call]}, "finish_reason": "tool_calls"}]}
        for call in calls
    ]
    reply = Reply(headers={"content-type": "text/event-stream"}, chunks=sse(*chunks, done=True))
    response, _ = await answer_to(OPENAI, reply, streamed=True)
    assert [call.name for call in response.tool_calls] == ["first", "second"]


@pytest.mark.parametrize("wire", [OPENAI, OLLAMA], ids=lambda wire: wire.name)
@streamed_or_not
async def test_thoughts_left_in_the_text_are_taken_out(wire: Wire, streamed: bool) -> None:
    """Local servers leave the thoughts in the text, where they would become prose."""
    thought = evolve(SAID, text="<think>\nHm, a clerk?\n</think>\n\nA clerk.")
    response, pieces = await answer_to(wire, wire.answer(thought), streamed=streamed)
    assert response.text == "A clerk."
    assert "Hm" not in "".join(pieces)


SCHEMA = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "note": {"type": "string"},
        "mood": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["title"],
}


async def test_nulls_that_the_strict_schema_brought_in_are_dropped_again() -> None:
    """A streamed null could not be taken back, so the answer is passed on in one piece."""
    request = ChatRequest(messages=(user("Hello?"),), response_schema=SCHEMA)
    answer = evolve(SAID, text='{"title": "Salt", "note": null, "mood": null}')
    response, pieces = await answer_to(OPENAI, OPENAI.answer(answer), request, streamed=True)
    assert json.loads(response.text) == {"title": "Salt", "mood": None}
    assert len(pieces) == 1


async def test_a_structured_answer_that_was_cut_off_stays_as_it_is() -> None:
    """Editing an incomplete answer could make it look complete."""
    request = ChatRequest(messages=(user("Hello?"),), response_schema=SCHEMA)
    answer = evolve(SAID, text='{"title": "Sa', finish_reason=FinishReason.LENGTH)
    response, _ = await answer_to(OPENAI, OPENAI.answer(answer), request)
    assert response == answer
