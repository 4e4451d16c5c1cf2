"""Tests of servers whose context window is smaller than the request."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.chat.usage import Usage, report_spending_to
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, ProviderSettings
from questfoundry.infra.llm.ollama.provider import OLLAMA as OLLAMA_RECORD
from tests.support.loopback import Asked, Loopback, Reply, json_reply, page
from tests.support.stage_runs import shipped_prompts
from tests.support.wire_providers import ANTHROPIC, OLLAMA, OPENAI, Wire, every_wire

PROSE = "The tide rises over the old quarter. " * 900
LONG = ChatRequest(messages=(user(PROSE),), max_tokens=100)
SAID = ChatResponse(text="Words.", model="m")
WIDE = {"context_window": 16_384}


def reading(tokens: int, cached: int = 0) -> ChatResponse:
    usage = Usage(input_tokens=tokens, cached_tokens=cached, output_tokens=7)
    return evolve(SAID, usage=usage)


@every_wire
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_prompt_that_was_cut_is_an_error(wire: Wire, streamed: bool) -> None:
    """The answer looks right, but the model has seen less than half of the request. (PRV-3.6)"""
    spent: list[Usage] = []
    async with wire.serving(wire.answer(reading(2050)), capabilities=WIDE) as (provider, server):
        with (
            report_spending_to(lambda _, usage: spent.append(usage)),
            pytest.raises(errors.WindowExceededError, match=r"read only 2,050.*4,096 tokens") as at,
        ):
            await provider.complete(LONG, (lambda _: None) if streamed else None)
    assert "context_window" in str(at.value)
    assert [each.input_tokens for each in spent] == [2050]
    assert len(server.asked) == 1


@pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC], ids=lambda wire: wire.name)
async def test_cached_tokens_were_read(wire: Wire) -> None:
    """A server may serve nearly all of a prompt from its cache."""
    reply = wire.answer(reading(8050, cached=6000))
    async with wire.serving(reply, capabilities=WIDE) as (provider, _):
        assert (await provider.complete(LONG)).usage.input_tokens == 8050


async def test_a_gateway_may_leave_the_cache_out_of_the_sum() -> None:
    """OpenAI counts cached tokens in the sum, but not every gateway does."""
    usage = {"prompt_tokens": 2050, "prompt_tokens_details": {"cached_tokens": 6000}}
    answer = {**OPENAI.whole(SAID), "usage": {**usage, "completion_tokens": 7}}
    async with OPENAI.serving(json_reply(answer), capabilities=WIDE) as (provider, _):
        assert (await provider.complete(LONG)).usage.input_tokens == 8050


async def test_ollama_is_asked_not_to_cut() -> None:
    """Newer servers then refuse a prompt that is too long, and the error says so."""
    runner = '{"error":{"code":400,"message":"request (8351 tokens) exceeds the available '
    runner += 'context size (4096 tokens), try increasing it"}}'
    refused = json_reply({"error": runner}, 400)
    async with OLLAMA.serving(refused, capabilities=WIDE) as (provider, server):
        with pytest.raises(errors.WindowExceededError, match=r": request \(8351 tokens\)"):
            await provider.complete(LONG)
    assert server.asked[0].body["truncate"] is False
    assert server.asked[0].body["shift"] is False


def ollama_at(url: str) -> ChatProvider:
    settings = ProviderSettings(variables={"OLLAMA_HOST": url}, models_folder=Path())
    chosen = Chosen(ref=ModelRef("ollama", "llama2:7b"), origin="test")
    traits = ModelTraits.from_capabilities(context_window=16_384)
    return OLLAMA_RECORD.make(chosen, traits, settings, shipped_prompts())


def details(**info: Any) -> Reply:
    return json_reply({"model_info": {"general.architecture": "llama", **info}})


@pytest.mark.parametrize(
    ("reply", "window"),
    [
        (details(**{"llama.context_length": 4096}), 4096),
        (details(**{"llama.context_length": 131_072}), 16_384),
        (details(**{"llama.context_length": "many"}), 16_384),
        (json_reply({"error": "not found"}, 404), 16_384),
        (json_reply([]), 16_384),
        (page("<html>"), 16_384),
    ],
)
async def test_the_window_of_a_model_is_asked_for(reply: Reply, window: int) -> None:
    """Ollama silently uses the model's own window if the request asks for a larger one."""
    with Loopback(reply) as server:
        provider = ollama_at(server.url)
        asked: list[Asked] = server.asked
        await provider.close()
    assert provider.traits.capabilities.context_window == window
    assert [(each.path, each.body) for each in asked] == [("/api/show", {"model": "llama2:7b"})]


def test_a_server_that_does_not_run_changes_nothing() -> None:
    """The first call reports that no server runs, with what to do."""
    with Loopback() as server:
        url = server.url
    assert ollama_at(url).traits.capabilities.context_window == 16_384
