"""Tests of the adapters with retries against llmock, which judges how a client handles failures.

These few tests wait for a fraction of a second each, because llmock judges by its own clock.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from attrs import evolve
from llmock.pytest_plugin import LLMock

from questfoundry.composition.project.orchestrator import PipelineOrchestrator
from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.errors import ConversationError, RefusedError, TransportExhaustedError
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.llm.transport.retries import RetryingChatProvider, retry_policies
from questfoundry.testing.contracts.chat_provider import LOOK_UP
from questfoundry.testing.scripted import RecordingEventSink
from tests.support.wire_providers import ANTHROPIC, OPENAI

pytestmark = pytest.mark.ecosystem

ASKED = ChatRequest(messages=(system("Be brief."), user("Who lives here?")), max_tokens=100)
REPLY = "A drowned clerk, who keeps a brass key and does not say for which door."
STALL = 0.6
"""The seconds of silence after which the adapter gives up."""


@pytest.fixture(params=["openai", "anthropic"])
async def provider(request: pytest.FixtureRequest, llmock: LLMock) -> AsyncIterator[ChatProvider]:
    llmock.tool_mode("off")
    wire = OPENAI if request.param == "openai" else ANTHROPIC
    made = wire.provider(
        llmock.url if wire is OPENAI else llmock.base_url("anthropic"), ModelTraits(), timeout=STALL
    )
    # Long enough for the server to see that its broken answer was abandoned: the server counts
    # an earlier call as a new one and not as a retry.
    policies = {kind: evolve(policy, base=0.15) for kind, policy in retry_policies().items()}
    yield RetryingChatProvider(
        made, clock=SystemClock(), events=RecordingEventSink(), policies=policies
    )
    await made.close()


async def ask(provider: ChatProvider, *, streamed: bool) -> str:
    """Return the answer, and assert that a streamed answer is complete without repetitions."""
    if not streamed:
        return (await provider.complete(ASKED)).text
    pieces: list[str] = []
    response = await provider.complete(ASKED, pieces.append)
    assert "".join(pieces) == response.text
    return response.text


@pytest.mark.parametrize("streamed", [False, True])
async def test_retry_after_is_kept(llmock: LLMock, provider: ChatProvider, streamed: bool) -> None:
    llmock.rate_limit(times=2, retry_after=0.2).reply(REPLY)
    assert await ask(provider, streamed=streamed) == REPLY
    assert len(llmock.requests) == 3
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize("status", [500, 503, 529])
async def test_a_failure_is_retried(llmock: LLMock, provider: ChatProvider, status: int) -> None:
    llmock.fail(status, times=3, retry_after=0.1).reply(REPLY)
    assert await ask(provider, streamed=False) == REPLY
    llmock.assert_resilient(strict=True)


@pytest.mark.parametrize("fault", ["disconnect", "truncate", "corrupt", "stall"])
async def test_broken_streams_are_retried(
    llmock: LLMock, provider: ChatProvider, fault: str
) -> None:
    getattr(llmock, fault)(after_chunks=4)
    llmock.reply(REPLY, times=2)
    assert await ask(provider, streamed=True) == REPLY
    assert len(llmock.requests) == 2
    # The server continues after a corrupt chunk, and counts an earlier call as a new one.
    llmock.assert_resilient(strict=fault != "corrupt")


async def test_an_outage_ends_after_a_few_calls(llmock: LLMock, provider: ChatProvider) -> None:
    llmock.fail(500, times=None)
    with pytest.raises(TransportExhaustedError):
        await ask(provider, streamed=False)
    assert len(llmock.requests) == 6
    llmock.assert_resilient(strict=True)


async def test_what_is_refused_is_not_asked_again(llmock: LLMock, provider: ChatProvider) -> None:
    llmock.context_overflow()
    with pytest.raises(RefusedError, match="maximum context length"):
        await ask(provider, streamed=False)
    assert len(llmock.requests) == 1
    llmock.assert_resilient(strict=True)


async def test_arguments_that_are_no_json_are_kept(llmock: LLMock, provider: ChatProvider) -> None:
    llmock.call_tool("look_up", {"word": "brass"}).break_tool_call("malformed_arguments")
    request = evolve(ASKED, tools=(LOOK_UP,), tool_choice=REQUIRED)
    call = (await provider.complete(request, lambda _: None)).tool_calls[0]
    assert (call.name, dict(call.arguments)) == ("look_up", {})
    assert call.malformed


async def test_a_schema_is_kept_to_and_more_is_checked(llmock: LLMock, tmp_path: Path) -> None:
    """A schema cannot forbid two equal themes, so the validation must find what llmock invents."""
    dream = PipelineOrchestrator(tmp_path, env=llmock.env()).run_stage(
        "dream", {"user_prompt": "A noir mystery", "provider": "openai/gpt-4o"}
    )
    with pytest.raises(ConversationError) as caught:
        await dream
    faults = [[fault.field for fault in each.faults] for each in caught.value.attempts]
    assert faults == [["themes"], ["themes"], ["themes"]]
