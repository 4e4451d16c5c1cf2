"""Tests that each failure on the wire becomes the error of the person who can react."""

import asyncio
import gc
import json
import traceback
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.infra.llm.sdk.sdk_provider import WHOLE_ANSWER_FACTOR
from tests.support.dialects import named_sse, ndjson, sse
from tests.support.loopback import Ending, Loopback, Reply, Script, json_reply
from tests.support.wire_providers import (
    ANTHROPIC,
    KEY,
    OLLAMA,
    OPENAI,
    Wire,
    every_wire,
    free_port_url,
    hosted_wires,
    streamed_or_not,
)

ASKED = ChatRequest(messages=(user("Hello?"),), max_tokens=900)
SAID = ChatResponse(text="Some words of an answer.", model="m")


async def fault_of(
    wire: Wire, *script: Script, streamed: bool = False, **given: Any
) -> tuple[errors.LLMError, list[str]]:
    """Return the error of one call and the text that was streamed before the error."""
    pieces: list[str] = []
    async with wire.serving(*script, **given) as (provider, server):
        with pytest.raises(errors.LLMError) as caught:
            await provider.complete(ASKED, pieces.append if streamed else None)
        assert len(server.asked) == 1, "the SDK asked again by itself"
    assert KEY not in "".join(traceback.format_exception(caught.value))
    return caught.value, pieces


def cut(wire: Wire, ending: Ending) -> Reply:
    """Return the beginning of a stream that then ends as ``ending`` says."""
    chunks = wire.chunks(SAID)
    words = next(n for n, chunk in enumerate(chunks) if b"Some " in chunk)
    return Reply(chunks=chunks[: words + 1], ending=ending)


@every_wire
@streamed_or_not
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (429, errors.RateLimitedError),
        *((status, errors.ProviderFaultError) for status in (500, 503, 529)),
        *((status, errors.AuthenticationError) for status in (401, 403)),
        *((status, errors.RefusedError) for status in (400, 404, 413, 422)),
    ],
)
async def test_a_failure_becomes_the_error_of_the_person_who_can_react(
    wire: Wire, status: int, expected: type[errors.LLMError], streamed: bool
) -> None:
    """Only a busy server is asked again. (PRV-4.1, PRV-4.3)"""
    reply = json_reply({"error": {"message": f"{KEY} fails"}}, status, {"retry-after": "7"})
    error, _ = await fault_of(wire, reply, streamed=streamed)
    assert isinstance(error, expected)
    assert " fails" in str(error)
    is_busy = expected in {errors.RateLimitedError, errors.ProviderFaultError}
    assert error.retry_after == (7 if is_busy else None)
    if expected is errors.AuthenticationError:
        assert f"{wire.name.upper()}_API_KEY" in str(error)
    if status == 404:
        command = "`ollama pull qwen:8b`" if wire is OLLAMA else f"{wire.name.upper()}_BASE_URL"
        assert command in str(error)


async def test_credit_that_is_used_up_is_not_a_rate_limit() -> None:
    """Waiting does not restore credit, so the retry loop would only delay the message."""
    body = {"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}
    error, _ = await fault_of(OPENAI, json_reply(body, 429))
    assert isinstance(error, errors.RefusedError)


@every_wire
@streamed_or_not
async def test_an_absent_server_is_told_with_what_to_start(wire: Wire, streamed: bool) -> None:
    """Forgetting to start a local server is common."""
    nowhere = free_port_url()
    async with wire.asked_of(nowhere) as provider:
        with pytest.raises(errors.UnreachableError) as caught:
            await provider.complete(ASKED, (lambda _: None) if streamed else None)
    assert nowhere in str(caught.value)
    expected = "`ollama serve`" if wire is OLLAMA else f"{wire.name.upper()}_BASE_URL"
    assert expected in str(caught.value)


@hosted_wires
async def test_an_address_that_is_none_is_told_like_one_that_does_not_answer(wire: Wire) -> None:
    """Authors mistype addresses."""
    async with wire.asked_of("http://[") as provider:
        with pytest.raises(errors.UnreachableError, match=r"http://\["):
            await provider.complete(ASKED)


@every_wire
@streamed_or_not
@pytest.mark.parametrize("chunks", [(), (b'{"choices": [',)])
async def test_a_drop_is_unreachable(wire: Wire, streamed: bool, chunks: tuple[bytes, ...]) -> None:
    """A dropped connection is temporary, and half a body is no malformed answer of the model."""
    reply = Reply(
        headers={"content-type": "application/json"}, chunks=chunks, ending=Ending.DROPPED
    )
    error, _ = await fault_of(wire, reply, streamed=streamed)
    assert isinstance(error, errors.UnreachableError)


@every_wire
@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (Ending.DROPPED, errors.UnreachableError),
        (Ending.STALLED, errors.TimedOutError),
        (Ending.COMPLETE, errors.MalformedAnswerError),
    ],
)
async def test_a_broken_stream_fails(
    wire: Wire, ending: Ending, expected: type[errors.LLMError]
) -> None:
    """The author has seen the streamed text, which must not be accepted as complete."""
    given = {"timeout": 0.2} if ending is Ending.STALLED else {}
    error, pieces = await fault_of(wire, cut(wire, ending), streamed=True, **given)
    assert isinstance(error, expected)
    assert "".join(pieces) == "Some "


@every_wire
@streamed_or_not
async def test_an_answer_that_does_not_come_is_timed_out(wire: Wire, streamed: bool) -> None:
    """A stalled server must not block; a whole answer may take longer."""
    reply = Reply(ending=Ending.STALLED)
    timeout = 0.2 if streamed else 0.2 / WHOLE_ANSWER_FACTOR
    error, _ = await fault_of(wire, reply, streamed=streamed, timeout=timeout)
    assert isinstance(error, errors.TimedOutError)
    assert "0.2 seconds" in str(error)


@every_wire
@streamed_or_not
async def test_an_empty_answer_is_malformed(wire: Wire, streamed: bool) -> None:
    """An empty answer is retried, whereas an empty passage would be stored."""
    error, _ = await fault_of(wire, wire.answer(evolve(SAID, text="")), streamed=streamed)
    assert isinstance(error, errors.MalformedAnswerError)


@every_wire
@streamed_or_not
async def test_an_empty_answer_that_was_cut_off_is_an_answer(wire: Wire, streamed: bool) -> None:
    """A model that spent its limit on thinking needs a larger limit, not a retry."""
    answer = evolve(SAID, text="", finish_reason=FinishReason.LENGTH)
    async with wire.serving(wire.answer(answer)) as (provider, _):
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
    """A proxy or a wrong address answers with a web page, so the message names the address."""
    error, _ = await fault_of(wire, Reply(headers={"content-type": kind}, chunks=(content,)))
    assert isinstance(error, errors.MalformedAnswerError)


@pytest.mark.parametrize(
    ("wire", "told", "expected"),
    [
        (OPENAI, {"error": {"message": "boom", "type": "server_error"}}, errors.ProviderFaultError),
        (
            OPENAI,
            {"error": {"message": "slow", "code": "rate_limit_exceeded"}},
            errors.RateLimitedError,
        ),
        (
            ANTHROPIC,
            {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
            errors.ProviderFaultError,
        ),
        (
            ANTHROPIC,
            {"type": "error", "error": {"type": "rate_limit_error", "message": "slow"}},
            errors.RateLimitedError,
        ),
        (OLLAMA, {"error": "the model runner has stopped"}, errors.ProviderFaultError),
    ],
)
async def test_a_stream_can_fail(
    wire: Wire, told: dict[str, Any], expected: type[errors.LLMError]
) -> None:
    """A failure inside a stream must be retried or reported like one with its own status."""
    before = cut(wire, Ending.COMPLETE)
    line = (named_sse if wire is ANTHROPIC else ndjson if wire is OLLAMA else sse)(told)
    error, pieces = await fault_of(wire, evolve(before, chunks=before.chunks + line), streamed=True)
    assert isinstance(error, expected)
    assert "".join(pieces) == "Some "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (502, errors.ProviderFaultError),
        (429, errors.RateLimitedError),
        ("insufficient_quota", errors.RefusedError),
        (None, errors.ProviderFaultError),
    ],
)
async def test_status_200_may_fail(code: int | str | None, expected: type[errors.LLMError]) -> None:
    """Proxies wrap failures in status 200, and the code in the body decides what to do."""
    reply = json_reply({"error": {"message": "upstream is down", "code": code}})
    error, _ = await fault_of(OPENAI, reply)
    assert isinstance(error, expected)
    assert "upstream is down" in str(error)


@hosted_wires
@pytest.mark.parametrize("key", [None, "", "  \n", "sk-…"])
async def test_a_key_that_cannot_be_sent_is_told_at_once(wire: Wire, key: str | None) -> None:
    """A key with a line break would fail inside the HTTP library with an unclear message."""
    async with wire.serving(wire.answer(SAID), api_key=key, base_url=None) as (provider, _):
        with pytest.raises(errors.AuthenticationError, match=f"{wire.name.upper()}_API_KEY"):
            await provider.complete(ASKED)


@every_wire
async def test_a_server_of_ones_own_needs_no_key(wire: Wire) -> None:
    """Local servers have no keys, and demanding one would block their users."""
    async with wire.serving(wire.answer(SAID), api_key=None) as (provider, _):
        assert (await provider.complete(ASKED)).text == SAID.text


@hosted_wires
async def test_a_server_that_hangs_up_after_a_stream_can_be_asked_again(wire: Wire) -> None:
    stream = Reply(chunks=wire.chunks(SAID), ending=Ending.HUNG_UP)
    async with wire.serving(*[stream, wire.answer(SAID)] * 5) as (provider, _):
        for _ in range(5):
            await provider.complete(ASKED, lambda _: None)
            assert (await provider.complete(ASKED)).text == SAID.text


@every_wire
async def test_the_key_goes_out_in_its_header_and_nowhere_else(wire: Wire) -> None:
    """A key in a representation or a body would end up in logs and bug reports. (PRV-4.3)"""
    async with wire.serving(wire.answer(SAID)) as (provider, server):
        await provider.complete(ASKED)
        assert KEY not in repr(provider) + repr(vars(provider))
        asked = server.asked[0]
    assert [name for name, value in asked.headers.items() if KEY in value] == ["authorization"]
    assert KEY not in json.dumps(asked.body)


@every_wire
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_provider_left_open_by_one_event_loop_serves_the_next(wire: Wire) -> None:
    """Embedders and tests run several event loops, and a connection pool belongs to only one."""
    gc.freeze()  # the search at the end is for the objects of this test alone
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
