"""Tests for estimates of tokens."""

from attrs import evolve
from hypothesis import given

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    complete_usage,
    estimate_message_tokens,
    estimate_request_tokens,
    estimate_tokens,
)
from questfoundry.domain.chat.messages import ToolCall, ToolDefinition, assistant, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from tests.strategies.json_values import any_text


@given(any_text, any_text)
def test_a_longer_text_has_no_fewer_tokens(text: str, more: str) -> None:
    assert estimate_tokens(text + more) >= estimate_tokens(text)
    assert (estimate_tokens(text) == 0) == (text == "")


def test_prose_and_other_scripts_are_estimated_by_their_bytes() -> None:
    assert estimate_tokens("The drowned city keeps its secrets.") == 9
    assert estimate_tokens("雨の街の秘密") == 5


def test_everything_that_a_model_reads_counts() -> None:
    """Tool calls, tools and schemas fill the context window as much as messages do. (CTX-3.2)"""
    call = ToolCall(id="1", name="search", arguments={"query": "noir"})
    plain = ChatRequest(messages=(user("Hello."),))
    tool = ToolDefinition(name="search", description="Finds pages.")
    assert estimate_message_tokens(assistant("", (call,))) > estimate_message_tokens(assistant(""))
    base = estimate_request_tokens(plain)
    assert base == estimate_message_tokens(plain.messages[0])
    assert estimate_request_tokens(evolve(plain, tools=(tool,))) > base + 5
    assert estimate_request_tokens(evolve(plain, response_schema={"type": "object"})) > base


def test_what_no_provider_counted_is_estimated_and_what_asked_no_model_is_nothing() -> None:
    request = ChatRequest(messages=(user("Ask."),))
    said = ChatResponse(text="The tide decides.", model="m")
    assert complete_usage(request, said).estimated
    assert complete_usage(request, said).output_tokens == estimate_tokens("The tide decides.")
    assert complete_usage(request, evolve(said, usage=NO_USAGE)) == NO_USAGE
    counted = Usage(input_tokens=5, output_tokens=4)
    assert complete_usage(request, evolve(said, usage=counted)) == counted
