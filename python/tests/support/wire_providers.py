"""The three SDK adapters, made for a loopback server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.infra.llm.anthropic.chat import AnthropicChatProvider
from questfoundry.infra.llm.ollama.chat import OllamaChatProvider
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider
from tests.support import dialects
from tests.support.loopback import Loopback, Script

KEY = "sk-secret-of-the-author"


@frozen(kw_only=True)
class Wire:
    """One provider's side of the tests: its adapter, and its server's replies and rules."""

    name: str
    provider: Callable[..., SdkChatProvider[Any]]
    answer: Callable[[ChatResponse], Script]
    rules: Callable[[Any], str | None]

    @asynccontextmanager
    async def asked_of(
        self, url: str, *, capabilities: Mapping[str, Any] | None = None, **given: Any
    ) -> AsyncIterator[SdkChatProvider[Any]]:
        """The adapter, closed afterwards; ``capabilities`` change single ones."""
        traits = ModelTraits(
            capabilities=Capabilities(json_schema=True, **(capabilities or {})),
        )
        provider = self.provider(url, traits, **given)
        try:
            yield provider
        finally:
            await provider.close()

    async def body_of(self, request: ChatRequest, **capabilities: Any) -> Any:
        """The JSON that the real SDK sends for a request."""
        with Loopback(self.answer(ANSWER)) as server:
            async with self.asked_of(server.url, capabilities=capabilities) as provider:
                await provider.complete(request)
            return server.asked[-1].body


def _openai(url: str, traits: ModelTraits, **given: Any) -> OpenAIChatProvider:
    given = {"api_key": KEY, "base_url": f"{url}/v1", **given}
    return OpenAIChatProvider(model=ModelRef("openai", "gpt-test"), traits=traits, **given)


def _anthropic(url: str, traits: ModelTraits, **given: Any) -> AnthropicChatProvider:
    given = {"api_key": KEY, "base_url": url, **given}
    return AnthropicChatProvider(model=ModelRef("anthropic", "claude-test"), traits=traits, **given)


def _ollama(url: str, traits: ModelTraits, **given: Any) -> OllamaChatProvider:
    given = {"host": url, "api_key": KEY, **given}
    return OllamaChatProvider(model=ModelRef("ollama", "qwen:8b"), traits=traits, **given)


ANSWER = ChatResponse(text='{"ok": true}', model="model-of-the-server")
OPENAI = Wire(
    name="openai",
    provider=_openai,
    answer=dialects.openai_answer,
    rules=dialects.openai_rules,
)
ANTHROPIC = Wire(
    name="anthropic",
    provider=_anthropic,
    answer=dialects.anthropic_answer,
    rules=dialects.anthropic_rules,
)
OLLAMA = Wire(
    name="ollama",
    provider=_ollama,
    answer=dialects.ollama_answer,
    rules=dialects.ollama_rules,
)
WIRES = (OPENAI, ANTHROPIC, OLLAMA)


def free_port_url() -> str:
    """An address at which nothing listens."""
    with Loopback() as server:
        return server.url
