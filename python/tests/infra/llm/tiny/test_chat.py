"""Tests of how the tiny provider turns ordinary requests into requests for a scripted model."""

import json

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import (
    Role,
    ToolDefinition,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.errors import MalformedAnswerError, RefusedError
from questfoundry.infra.llm.tiny.chat import TinyChatProvider
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.small_model import SharedWords
from tests.support.stage_runs import shipped_prompts

TALK = ChatRequest(messages=(system("You plan."), user("Describe the place.")), max_tokens=400)


def tiny(*replies):
    inner = ScriptedChatProvider(replies)
    return TinyChatProvider(inner, prompts=shipped_prompts(), embeddings=SharedWords()), inner


async def test_talk_is_short_and_ends_with_a_whole_sentence():
    """A small model rarely ends by itself. (LOC-5.4)"""
    provider, inner = tiny(says("Rain falls. The bank is", finish_reason=FinishReason.LENGTH))
    pieces = []
    response = await provider.complete(TALK, pieces.append)
    assert response.text == "".join(pieces) == "Rain falls."
    assert response.finish_reason is FinishReason.STOP
    (asked,) = inner.requests
    assert (asked.max_tokens, asked.seed) == (96, 0)


async def test_tool_results_in_the_history_are_read_as_quoted_text():
    """The tiny model knows no tool role, so tool results must reach it as plain text."""
    result = ToolResult(call_id="c1", name="search_corpus", content="no_results")
    provider, inner = tiny(says("Rain falls."))
    messages = (*TALK.messages, assistant("Rain."), tool_result(result), user("Sum it up."))
    await provider.complete(evolve(TALK, messages=messages))
    (asked,) = inner.requests
    assert {each.role for each in asked.messages} == {Role.SYSTEM, Role.USER, Role.ASSISTANT}
    assert any("no_results" in each.content for each in asked.messages)


async def test_tools_are_refused():
    """A tiny model cannot call tools, and only an early refusal shows the author what to change."""
    provider, inner = tiny()
    tool = ToolDefinition(name="look_up", description="Looks up.")
    with pytest.raises(RefusedError, match=r"cannot call tools.*another model"):
        await provider.complete(evolve(TALK, tools=(tool,)))
    assert inner.requests == []


async def test_an_answer_without_words_is_an_error():
    provider, _ = tiny(says("  "))
    with pytest.raises(MalformedAnswerError, match="empty answer"):
        await provider.complete(TALK)


async def test_what_is_chosen_without_the_model_took_no_call():
    """Without a count the ledger would show tokens that were never used."""
    provider, inner = tiny()
    schema = {"type": "object", "properties": {"size": {"enum": ["micro"]}}, "required": ["size"]}
    response = await provider.complete(evolve(TALK, response_schema=schema))
    assert (response.text, inner.requests) == ('{"size": "micro"}', [])
    assert (response.usage.calls, response.usage.total_tokens) == (0, 0)


async def test_a_request_of_another_caller_is_answered_from_its_schema_and_words():
    """A caller that gives no subject must still get an answer that fits the schema."""
    provider, inner = tiny(says(" is full of rain"), says(" is full of rain"))
    schema = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    inner_requests = inner.requests
    response = await provider.complete(
        evolve(TALK, messages=(user("A harbour is full of rain"),), response_schema=schema)
    )
    assert set(json.loads(response.text)) == {"place"}
    assert "A harbour is full of rain" in inner_requests[0].messages[1].content
