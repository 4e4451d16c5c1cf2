"""Tests of limits on answers and of harmful content in them."""

import asyncio
import gzip
import json
import tracemalloc
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, user
from questfoundry.domain.chat.usage import Usage, report_spending_to
from questfoundry.domain.errors import (
    LLMError,
    MalformedAnswerError,
    TransportExhaustedError,
    UnreachableError,
)
from questfoundry.infra.llm.sdk import sdk_caller
from questfoundry.infra.llm.sdk.json_reading import parse_tool_call
from tests.support.dialects import openai_chunks, openai_whole, sse
from tests.support.loopback import Asked, Ending, Loopback, Reply, json_reply
from tests.support.wire_providers import (
    ANTHROPIC,
    OPENAI,
    Wire,
    every_wire,
    hosted_wires,
    streamed_or_not,
)

ASKED = ChatRequest(messages=(user("Hello?"),), max_tokens=900)
SAID = ChatResponse(text="Words.", model="m", usage=Usage(input_tokens=9, output_tokens=5))


async def told_of(wire: Wire, reply: Reply, **given: Any) -> tuple[LLMError | None, list[Usage]]:
    """Return the error that a streamed call ended with, and the spending that was reported."""
    told: list[Usage] = []
    async with wire.serving(reply, **given) as (provider, _):
        with report_spending_to(lambda _, usage: told.append(usage)):
            try:
                await provider.complete(ASKED, lambda _: None)
            except LLMError as error:
                return error, told
    return None, told


@hosted_wires
async def test_a_server_that_says_that_it_is_there_is_not_silent(wire: Wire) -> None:
    """A thinking model sends only comments or pings. (PRV-7.1)"""
    alive = b'event: ping\ndata: {"type": "ping"}\n\n' if wire is ANTHROPIC else b": still here\n\n"
    slow = Reply(chunks=(*[alive] * 8, *wire.chunks(SAID)), gap=0.2)
    error, told = await told_of(wire, slow, timeout=1.2)
    assert (error, told) == (None, [])


@every_wire
async def test_an_answer_without_an_end_is_given_up_for_good(wire: Wire) -> None:
    """An endless answer costs money, so repeating the call would double the damage."""
    stream = wire.chunks(evolve(SAID, text="word " * 40))
    error, told = await told_of(wire, Reply(chunks=stream, gap=0.1), longest=1.5)
    assert isinstance(error, TransportExhaustedError)
    assert len(told) == 1
    assert told[0].estimated


@every_wire
@pytest.mark.parametrize("packed", [True, False])
async def test_memory_is_bounded(wire: Wire, packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small compressed answer can expand to fill the memory."""
    monkeypatch.setattr(sdk_caller, "MAX_ANSWER_BYTES", 2**20)
    flood = b" " * 64 * 2**20
    packing = {"content-encoding": "gzip"} if packed else {}
    chunks = (gzip.compress(flood),) if packed else tuple([flood[: 2**16]] * 64)
    reply = Reply(headers={"content-type": "application/json"} | packing, chunks=chunks)
    async with wire.serving(reply) as (provider, _):
        tracemalloc.start()
        with pytest.raises(MalformedAnswerError):
            await provider.complete(ASKED)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 16 * 2**20


@every_wire
async def test_a_packed_answer_is_read(wire: Wire) -> None:
    """Some proxies compress answers without being asked."""
    body = gzip.compress(json.dumps(wire.whole(SAID)).encode())
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    async with wire.serving(Reply(headers=headers, chunks=(body,))) as (provider, server):
        assert (await provider.complete(ASKED)).text == SAID.text
        assert server.asked[0].headers["accept-encoding"] == "identity"


@every_wire
@pytest.mark.parametrize(
    ("able", "most"), [({"thinking": True}, 900), ({"temperature": False}, 900), ({}, 9000)]
)
async def test_slow_answers_are_streamed(wire: Wire, able: dict[str, bool], most: int) -> None:
    """Proxies cut connections that stay silent for minutes, so slow models must stream."""
    async with wire.serving(wire.answer(SAID), capabilities=able) as (provider, server):
        assert (await provider.complete(evolve(ASKED, max_tokens=most))).text == SAID.text
        await provider.complete(ASKED)
        slow, short = (asked.body for asked in server.asked)
    assert slow["stream"]
    assert able or not short.get("stream")


@every_wire
async def test_a_server_that_refuses_to_stream_is_asked_for_whole_answers(wire: Wire) -> None:
    """A server without streaming must remain usable, and the second call should not try again."""

    def reply(asked: Asked) -> Reply:
        if asked.body.get("stream"):
            return json_reply({"error": {"message": "Streaming is not supported."}}, 400)
        return json_reply(wire.whole(SAID))

    pieces: list[str] = []
    async with wire.serving(reply) as (provider, server):
        await provider.complete(ASKED, pieces.append)
        await provider.complete(ASKED, pieces.append)
        assert len(server.asked) == 3
    assert pieces == [SAID.text] * 2


@every_wire
async def test_a_server_that_answers_a_stream_in_one_piece_is_understood(wire: Wire) -> None:
    """Some servers ignore the streaming flag and answer with a single JSON document."""
    pieces: list[str] = []
    async with wire.serving(json_reply(wire.whole(SAID))) as (provider, _):
        assert (await provider.complete(ASKED, pieces.append)).usage == SAID.usage
    assert pieces == [SAID.text]


@every_wire
@streamed_or_not
async def test_halves_of_characters_and_nul_are_mended(wire: Wire, streamed: bool) -> None:
    """A lone surrogate cannot be written as UTF-8, and SQLite cuts text at NUL."""
    submit = ToolDefinition(name="submit", description="Submits.")
    call = ToolCall(id="c1", name="submit", arguments={"a\ud83d": ["b\ude00", "\0c"]})
    hurt = evolve(
        SAID, text="A \ud83d b\0", tool_calls=(call,), finish_reason=FinishReason.TOOL_CALLS
    )
    async with wire.serving(wire.answer(hurt)) as (provider, _):
        request = evolve(ASKED, tools=(submit,))
        response = await provider.complete(request, (lambda _: None) if streamed else None)
    assert response.text == "A \ufffd b"
    assert response.tool_calls[0].arguments == {"a\ufffd": ["b\ufffd", "c"]}


async def test_halves_that_follow_each_other_in_a_stream_are_one_character() -> None:
    """An emoji can be split between two chunks, and replacing each half would lose the emoji."""
    pieces: list[str] = []
    parts = [evolve(SAID, text=half) for half in ("A \ud83d", "\ude00")]
    first, second = (openai_chunks(part) for part in parts)
    stream = sse(*first[:-2], *second[1:])
    async with OPENAI.serving(Reply(chunks=stream)) as (provider, _):
        response = await provider.complete(ASKED, pieces.append)
    assert response.text == "".join(pieces) == "A \N{GRINNING FACE}"


@every_wire
async def test_what_an_author_or_an_old_answer_brought_can_be_sent(wire: Wire) -> None:
    """A bad character in an old project must not make every request fail."""
    body = await wire.body_of(evolve(ASKED, messages=(user("Half \ud83d."),)))
    assert "Half \ufffd." in json.dumps(body, ensure_ascii=False)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_arguments_that_are_too_deep_are_malformed(opening: str) -> None:
    """Deep nesting exceeds Python's recursion limit when the value is copied or printed."""
    closing = "]" if opening == "[" else "}"
    for depth in (65, 900, 4096):
        text = f'{{"a": {opening * depth}1{closing * depth}}}'
        assert parse_tool_call("1", "submit", text, {}).malformed == text


@pytest.mark.parametrize(
    "said",
    [
        {"prompt_tokens": -5, "completion_tokens": 5},
        {"prompt_tokens": 5, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 9}},
        {"prompt_tokens": 2**63, "completion_tokens": 2**70},
        {"prompt_tokens": 9.0, "completion_tokens": "5"},
        {"prompt_tokens": "many", "completion_tokens": []},
        {"prompt_tokens": float("inf"), "completion_tokens": None, "prompt_tokens_details": 7},
        {},
        None,
        "lots",
    ],
)
async def test_usage_that_cannot_be_harms_nothing(said: Any) -> None:
    """Impossible counts would corrupt the ledger, and a usable answer must not be lost for them."""
    whole = {**openai_whole(SAID), "usage": said}
    async with OPENAI.serving(json_reply(whole)) as (provider, _):
        usage = (await provider.complete(ASKED)).usage
    assert 0 < usage.input_tokens < 100
    assert 0 < usage.output_tokens < 100
    assert usage.cached_tokens <= usage.input_tokens
    honest = isinstance(said, dict) and said.get("prompt_tokens") in {5, 9.0}
    assert usage.estimated is not honest


@every_wire
async def test_what_a_broken_stream_used_is_told(wire: Wire) -> None:
    """The provider bills a broken answer too, so the ledger must count its tokens. (PRV-8.4)"""
    stream = wire.chunks(evolve(SAID, text="word " * 40))
    error, told = await told_of(wire, Reply(chunks=stream[:30], ending=Ending.DROPPED))
    assert isinstance(error, UnreachableError)
    assert len(told) == 1
    assert told[0].estimated
    assert told[0].output_tokens > 20


@every_wire
async def test_what_an_answer_used_that_is_none_is_told(wire: Wire) -> None:
    """An empty answer is billed too, so its counted tokens belong in the ledger. (PRV-8.4)"""
    error, told = await told_of(wire, Reply(chunks=wire.chunks(evolve(SAID, text=""))))
    assert isinstance(error, MalformedAnswerError)
    assert told == [SAID.usage]


@every_wire
async def test_a_cancelled_call_tells_what_it_used_and_the_next_is_answered(wire: Wire) -> None:
    """Cancelling a call does not cancel the bill for what was already generated. (PRV-8.4)"""
    told: list[Usage] = []
    first_word = asyncio.Event()
    chunks = wire.chunks(SAID)
    words = next(n for n, chunk in enumerate(chunks) if b"Words" in chunk)
    stalled = Reply(chunks=chunks[: words + 1], ending=Ending.STALLED)
    script = (stalled, wire.answer(SAID))
    with Loopback(*script) as server, report_spending_to(lambda _, usage: told.append(usage)):
        async with wire.asked_of(server.url) as provider:
            call = asyncio.create_task(provider.complete(ASKED, lambda _: first_word.set()))
            await asyncio.wait_for(first_word.wait(), 10)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert len(told) == 1
            assert (await provider.complete(ASKED)).text == SAID.text
