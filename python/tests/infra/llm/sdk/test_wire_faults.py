"""What goes wrong on the way to a provider becomes the error of who must react."""

from __future__ import annotations

import asyncio
import gc
import json
import traceback
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import (
    AuthenticationError,
    LLMError,
    MalformedAnswerError,
    ProviderFaultError,
    RateLimitedError,
    RefusedError,
    TimedOutError,
    UnreachableError,
)
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.infra.llm.sdk.sdk_provider import WHOLE_ANSWER_FACTOR
from tests.support.dialects import (
    anthropic_events,
    anthropic_whole,
    named_sse,
    ndjson,
    ollama_lines,
    ollama_whole,
    openai_chunks,
    openai_whole,
    sse,
)
from tests.support.loopback import Ending, Loopback, Reply, Script, json_reply
from tests.support.wire_providers import ANTHROPIC, KEY, OLLAMA, OPENAI, WIRES, Wire, free_port_url

ASKED = ChatRequest(messages=(user("Hello?"),), max_tokens=900)
SAID = ChatResponse(text="Some words of an answer.", model="m")
every_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
streamed_or_not = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])


async def fault_of(
    wire: Wire, *script: Script, streamed: bool = False, **given: Any
) -> tuple[LLMError, list[str]]:
    """The error that one call ends with, and the text that was passed on before."""
    pieces: list[str] = []
    with Loopback(*script) as server:
        async with wire.asked_of(server.url, **given) as provider:
            with pytest.raises(LLMError) as caught:
                await provider.complete(ASKED, pieces.append if streamed else None)
        assert len(server.asked) == 1, "the SDK asked again by itself"
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return caught.value, pieces


def streams(wire: Wire) -> tuple[dict[str, str], tuple[bytes, ...]]:
    """Headers and chunks of that wire's stream of ``SAID``."""
    if wire is OLLAMA:
        return {"content-type": "application/x-ndjson"}, ndjson(*ollama_lines(SAID))
    chunks = sse(*openai_chunks(SAID)) if wire is OPENAI else named_sse(*anthropic_events(SAID))
    return {"content-type": "text/event-stream"}, chunks


def cut(wire: Wire, ending: Ending) -> Reply:
    """The first pieces of a stream of words, and then ``ending``."""
    headers, chunks = streams(wire)
    words = next(n for n, chunk in enumerate(chunks) if b"Some " in chunk)
    return Reply(headers=headers, chunks=chunks[: words + 1], ending=ending)


@every_wire
@streamed_or_not
async def test_a_rate_limit_says_when_to_come_back(wire: Wire, streamed: bool) -> None:
    """PRV-4.1."""
    reply = json_reply({"error": {"message": "slow down"}}, 429, {"retry-after": "7"})
    error, _ = await fault_of(wire, reply, streamed=streamed)
    assert isinstance(error, RateLimitedError)
    assert error.retry_after == 7


@every_wire
@pytest.mark.parametrize("status", [500, 503, 529])
async def test_a_server_that_fails_is_a_provider_fault(wire: Wire, status: int) -> None:
    """PRV-4.2."""
    reply = json_reply({"error": {"message": "overloaded"}}, status, {"retry-after": "7"})
    error, _ = await fault_of(wire, reply)
    assert isinstance(error, ProviderFaultError)
    assert "overloaded" in str(error)
    assert error.retry_after == 7


@every_wire
@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_is_named_by_its_variable_and_never_shown(
    wire: Wire, status: int
) -> None:
    """PRV-4.3."""
    reply = json_reply({"error": {"message": f"{KEY} is not allowed"}}, status)
    error, _ = await fault_of(wire, reply)
    assert isinstance(error, AuthenticationError)
    assert f"{wire.name.upper()}_API_KEY" in str(error)
    assert "is not allowed" in str(error)


@every_wire
async def test_a_missing_model_is_refused_with_what_to_do(wire: Wire) -> None:
    """PRV-4.4."""
    error, _ = await fault_of(wire, json_reply({"error": {"message": "no such model"}}, 404))
    assert isinstance(error, RefusedError)
    expected = "`ollama pull qwen:8b`" if wire is OLLAMA else f"{wire.name.upper()}_BASE_URL"
    assert expected in str(error)


@every_wire
@pytest.mark.parametrize("status", [400, 413, 422])
async def test_a_request_that_is_not_accepted_is_refused(wire: Wire, status: int) -> None:
    """PRV-4.5."""
    error, _ = await fault_of(wire, json_reply({"error": {"message": "too long"}}, status))
    assert isinstance(error, RefusedError)


async def test_credit_that_is_used_up_is_not_a_rate_limit() -> None:
    """PRV-4.6."""
    body = {"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}
    error, _ = await fault_of(OPENAI, json_reply(body, 429))
    assert isinstance(error, RefusedError)


@every_wire
@streamed_or_not
async def test_where_nobody_listens_the_error_says_what_to_start(
    wire: Wire, streamed: bool
) -> None:
    """PRV-4.7."""
    nowhere = free_port_url()
    async with wire.asked_of(nowhere) as provider:
        with pytest.raises(UnreachableError) as caught:
            await provider.complete(ASKED, (lambda _: None) if streamed else None)
    assert nowhere in str(caught.value)
    expected = "`ollama serve`" if wire is OLLAMA else f"{wire.name.upper()}_BASE_URL"
    assert expected in str(caught.value)


@pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC], ids=lambda wire: wire.name)
async def test_an_address_that_is_none_is_told_like_one_that_does_not_answer(wire: Wire) -> None:
    """PRV-4.7."""
    async with wire.asked_of("http://[") as provider:
        with pytest.raises(UnreachableError, match=r"http://\["):
            await provider.complete(ASKED)


@every_wire
@streamed_or_not
async def test_a_connection_dropped_before_the_answer_is_unreachable(
    wire: Wire, streamed: bool
) -> None:
    """PRV-4.8."""
    error, _ = await fault_of(wire, Reply(ending=Ending.DROPPED), streamed=streamed)
    assert isinstance(error, UnreachableError)


@every_wire
async def test_a_body_that_breaks_off_is_unreachable(wire: Wire) -> None:
    """PRV-4.8."""
    reply = Reply(
        headers={"content-type": "application/json"},
        chunks=(b'{"choices": [',),
        ending=Ending.DROPPED,
    )
    error, _ = await fault_of(wire, reply)
    assert isinstance(error, UnreachableError)


@every_wire
async def test_a_stream_that_breaks_off_is_unreachable_after_what_it_said(wire: Wire) -> None:
    """PRV-4.8."""
    error, pieces = await fault_of(wire, cut(wire, Ending.DROPPED), streamed=True)
    assert isinstance(error, UnreachableError)
    assert "".join(pieces) == "Some "


@every_wire
@streamed_or_not
async def test_an_answer_that_does_not_come_is_timed_out(wire: Wire, streamed: bool) -> None:
    """PRV-4.9."""
    reply = Reply(ending=Ending.STALLED)
    timeout = 0.2 if streamed else 0.2 / WHOLE_ANSWER_FACTOR
    error, _ = await fault_of(wire, reply, streamed=streamed, timeout=timeout)
    assert isinstance(error, TimedOutError)
    assert "0.2 seconds" in str(error)


@every_wire
async def test_a_stream_that_stalls_is_timed_out_after_what_it_said(wire: Wire) -> None:
    """PRV-4.9."""
    reply = cut(wire, Ending.STALLED)
    error, pieces = await fault_of(wire, reply, streamed=True, timeout=0.2)
    assert isinstance(error, TimedOutError)
    assert "".join(pieces) == "Some "


@every_wire
async def test_a_stream_that_ends_without_a_finish_reason_is_malformed(wire: Wire) -> None:
    """PRV-3.5."""
    error, pieces = await fault_of(wire, cut(wire, Ending.COMPLETE), streamed=True)
    assert isinstance(error, MalformedAnswerError)
    assert "".join(pieces) == "Some "


@every_wire
async def test_an_answer_without_a_finish_reason_is_malformed(wire: Wire) -> None:
    """PRV-3.5."""
    whole: dict[str, Any] = {
        "openai": lambda: openai_whole(SAID),
        "anthropic": lambda: anthropic_whole(SAID) | {"stop_reason": None},
        "ollama": lambda: ollama_whole(SAID) | {"done_reason": None},
    }[wire.name]()
    if wire is OPENAI:
        whole["choices"][0]["finish_reason"] = None
    error, _ = await fault_of(wire, json_reply(whole))
    assert isinstance(error, MalformedAnswerError)


@every_wire
@streamed_or_not
async def test_an_empty_answer_is_malformed(wire: Wire, streamed: bool) -> None:
    """PRV-3.6."""
    error, _ = await fault_of(wire, wire.answer(evolve(SAID, text="")), streamed=streamed)
    assert isinstance(error, MalformedAnswerError)


@every_wire
@streamed_or_not
async def test_an_empty_answer_of_a_model_that_was_cut_off_is_an_answer(
    wire: Wire, streamed: bool
) -> None:
    """PRV-3.6."""
    answer = evolve(SAID, text="", finish_reason=FinishReason.LENGTH)
    with Loopback(wire.answer(answer)) as server:
        async with wire.asked_of(server.url) as provider:
            response = await provider.complete(ASKED, (lambda _: None) if streamed else None)
    assert response.finish_reason is FinishReason.LENGTH


@every_wire
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("text/html", b"<html>A proxy says hello.</html>"),
        ("application/json", b"{broken"),
        ("application/json", b'["a", "list"]'),
        ("application/json", b'{"choices": [3], "type": "message", "message": 7}'),
    ],
)
async def test_what_is_not_the_api_is_malformed(wire: Wire, kind: str, content: bytes) -> None:
    """PRV-3.7."""
    error, _ = await fault_of(wire, Reply(headers={"content-type": kind}, chunks=(content,)))
    assert isinstance(error, MalformedAnswerError)


@pytest.mark.parametrize(
    ("wire", "told", "expected"),
    [
        (OPENAI, {"error": {"message": "boom", "type": "server_error"}}, ProviderFaultError),
        (OPENAI, {"error": {"message": "slow", "code": "rate_limit_exceeded"}}, RateLimitedError),
        (
            ANTHROPIC,
            {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
            ProviderFaultError,
        ),
        (
            ANTHROPIC,
            {"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}},
            RateLimitedError,
        ),
        (OLLAMA, {"error": "the model runner has stopped"}, ProviderFaultError),
    ],
)
async def test_a_failure_told_inside_a_stream_gets_its_kind(
    wire: Wire, told: dict[str, Any], expected: type[LLMError]
) -> None:
    """PRV-4.10."""
    before = cut(wire, Ending.COMPLETE)
    line = (named_sse if wire is ANTHROPIC else ndjson if wire is OLLAMA else sse)(told)
    error, pieces = await fault_of(wire, evolve(before, chunks=before.chunks + line), streamed=True)
    assert isinstance(error, expected)
    assert "".join(pieces) == "Some "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (502, ProviderFaultError),
        (429, RateLimitedError),
        ("insufficient_quota", RefusedError),
        (None, ProviderFaultError),
    ],
)
async def test_a_failure_told_with_the_status_200_gets_its_kind(
    code: int | str | None, expected: type[LLMError]
) -> None:
    """PRV-4.10."""
    reply = json_reply({"error": {"message": "upstream is down", "code": code}})
    error, _ = await fault_of(OPENAI, reply)
    assert isinstance(error, expected)
    assert "upstream is down" in str(error)


@pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC], ids=lambda wire: wire.name)
@pytest.mark.parametrize("key", [None, "", "  \n", "sk-…"])
async def test_a_key_that_cannot_be_sent_is_told_before_anything_is_sent(
    wire: Wire, key: str | None
) -> None:
    """PRV-4.11."""
    with Loopback(wire.answer(SAID)) as server:
        async with wire.asked_of(server.url, api_key=key, base_url=None) as provider:
            with pytest.raises(AuthenticationError, match=f"{wire.name.upper()}_API_KEY"):
                await provider.complete(ASKED)


@every_wire
async def test_a_server_of_ones_own_needs_no_key(wire: Wire) -> None:
    """PRV-4.11."""
    with Loopback(wire.answer(SAID)) as server:
        async with wire.asked_of(server.url, api_key=None) as provider:
            assert (await provider.complete(ASKED)).text == SAID.text


@pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC], ids=lambda wire: wire.name)
async def test_a_server_that_hangs_up_after_a_stream_can_be_asked_again(wire: Wire) -> None:
    headers, chunks = streams(wire)
    stream = Reply(headers=headers, chunks=chunks, ending=Ending.HUNG_UP)
    with Loopback(*[stream, wire.answer(SAID)] * 5) as server:
        async with wire.asked_of(server.url) as provider:
            for _ in range(5):
                await provider.complete(ASKED, lambda _: None)
                assert (await provider.complete(ASKED)).text == SAID.text


@every_wire
async def test_a_cancelled_call_leaves_the_provider_usable(wire: Wire) -> None:
    first_word = asyncio.Event()
    with Loopback(cut(wire, Ending.STALLED), wire.answer(SAID)) as server:
        async with wire.asked_of(server.url) as provider:
            call = asyncio.create_task(provider.complete(ASKED, lambda _: first_word.set()))
            await asyncio.wait_for(first_word.wait(), 10)
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call
            assert (await provider.complete(ASKED)).text == SAID.text


@every_wire
async def test_the_key_goes_out_in_its_header_and_nowhere_else(wire: Wire) -> None:
    """PRV-4.3."""
    with Loopback(wire.answer(SAID)) as server:
        async with wire.asked_of(server.url) as provider:
            await provider.complete(ASKED)
            assert KEY not in repr(provider) + repr(vars(provider))
        asked = server.asked[0]
    assert [name for name, value in asked.headers.items() if KEY in value] == ["authorization"]
    assert KEY not in json.dumps(asked.body)


@every_wire
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_provider_left_open_by_one_event_loop_serves_the_next(wire: Wire) -> None:
    """PRV-6.8."""
    with Loopback(wire.answer(SAID)) as server:
        traits = ModelTraits(capabilities=Capabilities())
        provider = wire.provider(server.url, traits)

        async def ask() -> str:
            return (await provider.complete(ASKED)).text

        async def ask_and_close() -> str:
            try:
                return await ask()
            finally:
                await provider.close()

        assert asyncio.run(ask()) == SAID.text
        assert asyncio.run(ask_and_close()) == SAID.text
    gc.collect()  # the sockets of the first loop are reported here, not in another test
