"""Tests of answers that servers end, cut into pieces or frame in their own manner."""

import json
from typing import Any

import pytest

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolDefinition, user
from questfoundry.infra.llm.sdk.answer import classify_ending
from tests.support.dialects import ndjson, sse
from tests.support.loopback import Reply, Script, json_reply
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire

SUBMIT = ToolDefinition(
    name="submit_dream",
    description="Submits.",
    parameters={"type": "object", "properties": {"genre": {"type": "string"}}},
)
ASKED = ChatRequest(messages=(user("Hello?"),), tools=(SUBMIT,), max_tokens=900)
NOIR = json.dumps({"genre": "noir"})


async def answer_to(wire: Wire, script: Script, *, streamed: bool = True) -> ChatResponse:
    """Return the response of one call."""
    async with wire.serving(script) as (provider, _):
        return await provider.complete(ASKED, (lambda _: None) if streamed else None)


def chunk(reason: str | None = None, **delta: Any) -> dict[str, Any]:
    """Return one chunk of a stream in OpenAI's format."""
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}


def stream_of(*documents: dict[str, Any]) -> Reply:
    """Return a stream of documents in OpenAI's format."""
    return Reply(chunks=sse(*documents))


def call_parts(*calls: dict[str, Any]) -> Reply:
    """Return a stream of parts of tool calls in OpenAI's format."""
    return stream_of(*(chunk(tool_calls=[each]) for each in calls), chunk("tool_calls"))


def part(name: str | None = None, arguments: str | None = None, **given: Any) -> dict[str, Any]:
    """Return one part of a tool call in OpenAI's format."""
    function = {"name": name, "arguments": arguments}
    return {**given, "function": {key: each for key, each in function.items() if each is not None}}


def test_the_words_of_servers_fall_into_families() -> None:
    """A whole answer is not thrown away because of a word that we do not know."""
    words = {
        FinishReason.STOP: "stop eos end_turn STOP pause_turn stop_sequence whatever COMPLETE",
        FinishReason.LENGTH: "length max_tokens MAX_TOKENS model_length MODEL_LENGTH",
        FinishReason.REFUSED: "content_filter content_filter:VIOLENCE SAFETY refusal RECITATION",
        None: "error insufficient_system_resource MALFORMED_FUNCTION_CALL abort",
    }
    for family, examples in words.items():
        assert {classify_ending(each) for each in examples.split()} == {family}
    assert classify_ending("content_filter: too dark") is FinishReason.REFUSED


@pytest.mark.parametrize("streamed", [True, False])
async def test_a_failure_named_by_the_ending_is_the_servers(streamed: bool) -> None:
    """An answer that the server broke off is not whole, and a later call may succeed."""
    choice = {"index": 0, "finish_reason": "error", "error": {"code": 502, "message": "It died"}}
    for error, words in (({"error": choice["error"]}, "It died"), ({}, "'error'")):
        ended = {"index": 0, "finish_reason": "error", **error}
        whole = json_reply({"choices": [{**ended, "message": {"content": "So"}}]})
        pieces = stream_of(chunk(content="So"), {"choices": [{**ended, "delta": {}}]})
        with pytest.raises(errors.ProviderFaultError, match=words):
            await answer_to(OPENAI, pieces if streamed else whole, streamed=streamed)


async def test_a_whole_answer_needs_no_known_ending() -> None:
    """Some servers leave the reason out; the document itself is whole."""
    answers = (
        (OPENAI, {"choices": [{"message": {"content": "Yes."}, "finish_reason": None}]}),
        (OLLAMA, {"message": {"content": "Yes."}, "done": True}),
        (ANTHROPIC, {"content": [{"text": "Yes."}], "stop_reason": None}),
    )
    for wire, document in answers:
        response = await answer_to(wire, json_reply(document), streamed=False)
        assert (response.text, response.finish_reason) == ("Yes.", FinishReason.STOP)


STREAMS = {
    "an id in each part": call_parts(
        part("submit_dream", "", index=0, id="a"),
        part(None, NOIR[:5], index=0, id="b"),
        part(None, NOIR[5:], index=0, id="c"),
    ),
    "an id and the name in each part": call_parts(
        part("submit_dream", NOIR[:5], index=0, id="a"),
        part("submit_dream", NOIR[5:], index=0, id="b"),
    ),
    "a late name": call_parts(part(None, "", index=0, id="a"), part("submit_dream", NOIR, index=0)),
    "a name in pieces": call_parts(
        part("submit_", "", index=0, id="a"), part("dream", NOIR, index=0)
    ),
    "all arguments again": call_parts(
        part("submit_dream", NOIR[:5], index=0, id="a"),
        part(None, NOIR[5:], index=0),
        part(None, NOIR, index=0),
    ),
    "without an index": call_parts(part("submit_dream", NOIR, id="a")),
    "a prefix": call_parts(part("functions.submit_dream", NOIR, index=0, id="a")),
}


@pytest.mark.parametrize("stream", STREAMS)
async def test_the_parts_of_a_call_are_joined(stream: str) -> None:
    """Servers cut calls in many ways, and each cut is still the same call."""
    [call] = (await answer_to(OPENAI, STREAMS[stream])).tool_calls
    assert (call.name, call.arguments, call.malformed) == ("submit_dream", {"genre": "noir"}, None)


async def test_two_calls_without_an_index_stay_two() -> None:
    """Gemini's servers send whole calls one after the other, with ids alone."""
    both = call_parts(part("submit_dream", NOIR, id="a"), part("submit_dream", NOIR, id="b"))
    one_chunk = stream_of(
        chunk(tool_calls=[part("submit_dream", NOIR, id="a"), part("submit_dream", NOIR, id="b")]),
        chunk("stop"),
    )
    for stream in (both, one_chunk):
        calls = (await answer_to(OPENAI, stream)).tool_calls
        assert [(call.id, call.arguments) for call in calls] == [
            ("a", {"genre": "noir"}),
            ("b", {"genre": "noir"}),
        ]


async def test_a_call_of_ollama_may_lack_arguments_and_its_last_line_a_message() -> None:
    """Older servers leave out what is empty."""
    lines = Reply(
        chunks=ndjson(
            {"message": {"tool_calls": [{"function": {"name": "submit_dream"}}]}, "done": False},
            {"done": True},
        )
    )
    [call] = (await answer_to(OLLAMA, lines)).tool_calls
    assert (call.name, call.arguments) == ("submit_dream", {})


@pytest.mark.parametrize("streamed", [True, False])
async def test_content_may_be_a_list_of_parts(streamed: bool) -> None:
    """Mistral's reasoning models send thoughts and text as parts."""
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
        {"text": "Ye"},
        "s.",
        {"type": "text", "text": None},
    ]
    whole = json_reply({"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]})
    pieces = stream_of(chunk(content=parts), chunk("stop"))
    response = await answer_to(OPENAI, pieces if streamed else whole, streamed=streamed)
    assert response.text == "Yes."


async def test_odd_events_of_a_stream_are_skipped() -> None:
    """Proxies send null, empty and commented events, lone CRs and a byte order mark."""
    yes, end = (json.dumps(each).encode() for each in (chunk(content="Yés."), chunk("stop")))
    events = (
        b": hello",
        b"data: null",
        b"data:",
        b"data: " + yes,
        b"data: " + end,
        b"data: [DONE]",
    )
    for newline in (b"\n", b"\r", b"\r\n"):
        text = b"\xef\xbb\xbf" + (newline * 2).join((*events, b""))
        for chunks in ([text], [text[at : at + 1] for at in range(len(text))]):
            reply = Reply(headers={"content-type": "text/event-stream"}, chunks=tuple(chunks))
            assert (await answer_to(OPENAI, reply)).text == "Yés."


async def test_an_error_as_plain_text_is_quoted() -> None:
    """The words of a proxy help more than a complaint about the format."""
    reply = Reply(
        headers={"content-type": "text/event-stream"},
        chunks=(b"event: error\ndata: upstream is gone\n\n",),
    )
    with pytest.raises(errors.ProviderFaultError, match="upstream is gone"):
        await answer_to(OPENAI, reply)


async def test_events_without_an_empty_line_between_them_are_read() -> None:
    """Some gateways end an event with one line break, where the standard wants two."""
    documents = (chunk(content="Wor"), chunk(content="ds."), chunk("stop"))
    lines = [f"data: {json.dumps(each)}\n".encode() for each in documents]
    body = b"".join((*lines, b"data: [DONE]\n\n"))
    assert (await answer_to(OPENAI, Reply(chunks=(body,)))).text == "Words."


async def test_an_event_may_have_several_lines_of_data() -> None:
    """The standard joins them, so a pretty-printed document arrives whole."""
    pretty = json.dumps(chunk("stop", content="Words."), indent=1).splitlines()
    body = "".join(f"data: {each}\n" for each in pretty).encode() + b"\n"
    assert (await answer_to(OPENAI, Reply(chunks=(body,)))).text == "Words."


async def test_parts_that_are_thoughts_by_their_type_are_left_out() -> None:
    """A part with a type of thoughts may have its words in the field of a text."""
    parts = [{"type": "reasoning", "text": "Hmm."}, {"type": "output_text", "text": "Words."}]
    choice = {"index": 0, "finish_reason": "stop", "message": {"content": parts}}
    answer = await answer_to(OPENAI, json_reply({"choices": [choice]}), streamed=False)
    assert answer.text == "Words."


async def test_arguments_in_a_list_are_read() -> None:
    """Some models put the object of arguments into a list of one."""
    call = part("submit_dream", json.dumps([{"genre": "noir"}]), id="c", index=0)
    answer = await answer_to(OPENAI, call_parts(call))
    assert [dict(each.arguments) for each in answer.tool_calls] == [{"genre": "noir"}]
