"""Tests of the adapters and a whole stage against aimock, which speaks all three wire formats."""

import json
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from questfoundry.composition.project.orchestrator import PipelineOrchestrator
from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.testing.contracts.chat_provider import LOOK_UP
from tests.support.ecosystem import ECOSYSTEM, aimock
from tests.support.wire_providers import WIRES

pytestmark = pytest.mark.ecosystem

SECRET = "I am here, under the water, and I keep every secret."
MODELS = ("openai/gpt-of-mine", "anthropic/claude-3-of-mine", "ollama/of-mine")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with aimock(ECOSYSTEM / "aimock.json") as address:
        yield address


@pytest.fixture(params=WIRES, ids=lambda wire: wire.name)
async def provider(request: pytest.FixtureRequest, url: str) -> AsyncIterator[ChatProvider]:
    traits = ModelTraits(capabilities=Capabilities(json_schema=True))
    made = request.param.provider(url, traits)
    yield made
    await made.close()


def asking(text: str, **more: Any) -> ChatRequest:
    return ChatRequest(messages=(system("Be brief."), user(text)), max_tokens=100, **more)


async def test_an_answer_in_words(provider: ChatProvider) -> None:
    response = await provider.complete(asking("are you there?"))
    assert (response.text, response.finish_reason) == (SECRET, FinishReason.STOP)


async def test_a_streamed_answer(provider: ChatProvider) -> None:
    pieces: list[str] = []
    response = await provider.complete(asking("are you there?"), pieces.append)
    assert len(pieces) > 1
    assert "".join(pieces) == response.text == SECRET


@pytest.mark.parametrize("streamed", [False, True])
async def test_two_tool_calls_and_their_results(provider: ChatProvider, streamed: bool) -> None:
    sink = (lambda _: None) if streamed else None
    asked = asking("look it up", tools=(LOOK_UP,))
    called = await provider.complete(asked, sink)
    assert called.finish_reason is FinishReason.TOOL_CALLS
    assert [(call.name, dict(call.arguments)) for call in called.tool_calls] == [
        ("look_up", {"word": "bell", "limit": 2}),
        ("look_up", {"word": "clé"}),
    ]

    answered = await provider.complete(answering(asked, called.tool_calls), sink)
    assert answered.text == "The bells still ring."


def answering(asked: ChatRequest, calls: tuple[ToolCall, ...]) -> ChatRequest:
    results = [
        tool_result(ToolResult(call_id=call.id, name=call.name, content='{"result": "success"}'))
        for call in calls
    ]
    messages = (*asked.messages, assistant("", calls), *results)
    return ChatRequest(messages=messages, tools=asked.tools, max_tokens=100)


async def test_an_answer_by_a_schema(provider: ChatProvider) -> None:
    schema = {"type": "object", "properties": {"mood": {"type": "string"}}, "required": ["mood"]}
    response = await provider.complete(asking("the mood, as JSON", response_schema=schema))
    assert json.loads(response.text) == {"mood": "brooding"}


async def test_too_many_requests(provider: ChatProvider) -> None:
    with pytest.raises(RateLimitedError, match="Slow down"):
        await provider.complete(asking("too many"))


@pytest.mark.parametrize("model", MODELS)
async def test_dream_with_one_repair(url: str, tmp_path: Path, model: str) -> None:
    """A repair must work over real wire formats."""
    before = len(journal(url))
    result = await orchestrator(url, tmp_path).run_stage(
        "dream", {"user_prompt": "A noir mystery in a drowned city", "provider": model}
    )
    assert result.artifact.model_dump()["genre"] == "mystery"
    assert result.path.read_text(encoding="utf-8").count("A drowned city keeps its secrets") == 1
    assert result.llm_calls == len(journal(url)) - before == 4


def orchestrator(url: str, folder: Path) -> PipelineOrchestrator:
    return PipelineOrchestrator(
        folder, env={"OPENAI_BASE_URL": f"{url}/v1", "ANTHROPIC_BASE_URL": url, "OLLAMA_HOST": url}
    )


def journal(url: str) -> list[Any]:
    """Return the requests that aimock received."""
    with urllib.request.urlopen(f"{url}/__aimock/journal", timeout=10) as reply:
        entries: list[Any] = json.load(reply)
        return entries
