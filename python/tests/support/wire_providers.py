"""The three SDK adapters, made for a local server."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import Capabilities, ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.anthropic.provider import ANTHROPIC as ANTHROPIC_RECORD
from questfoundry.infra.llm.ollama.provider import OLLAMA as OLLAMA_RECORD
from questfoundry.infra.llm.openai.provider import OPENAI as OPENAI_RECORD
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider
from questfoundry.infra.llm.sdk.service import Service
from questfoundry.infra.llm.server_provider import ServerProvider
from tests.support import dialects
from tests.support.loopback import Loopback, Script

KEY = "sk-secret-of-the-author"


@frozen(kw_only=True)
class Wire:
    """The test setup of one provider: its adapter, and its server's replies and rules."""

    name: str
    provider: Callable[..., SdkChatProvider[Any]]
    answer: Callable[[ChatResponse], Script]
    whole: Callable[[ChatResponse], dict[str, Any]]
    chunks: Callable[[ChatResponse], tuple[bytes, ...]]
    """The chunks of a streamed answer."""
    rules: Callable[[Any], str | None]

    @asynccontextmanager
    async def asked_of(
        self, url: str, *, capabilities: Mapping[str, Any] | None = None, **given: Any
    ) -> AsyncIterator[SdkChatProvider[Any]]:
        """Yield the adapter, and close it afterwards; ``capabilities`` changes single ones."""
        traits = ModelTraits(capabilities=Capabilities(json_schema=True, **(capabilities or {})))
        provider = self.provider(url, traits, **given)
        try:
            yield provider
        finally:
            await provider.close()

    @asynccontextmanager
    async def serving(
        self, *script: Script, **given: Any
    ) -> AsyncIterator[tuple[SdkChatProvider[Any], Loopback]]:
        """Yield the adapter and a server that answers it by the script."""
        with Loopback(*script) as server:
            async with self.asked_of(server.url, **given) as provider:
                yield provider, server

    async def body_of(self, request: ChatRequest, **capabilities: Any) -> Any:
        async with self.serving(self.answer(ANSWER), capabilities=capabilities) as (
            provider,
            server,
        ):
            await provider.complete(request)
            return server.asked[-1].body


def _maker(
    record: ServerProvider, model: str, path: str = ""
) -> Callable[..., SdkChatProvider[Any]]:
    def make(
        url: str,
        traits: ModelTraits,
        *,
        api_key: str | None = KEY,
        base_url: str | None = "",
        **given: Any,
    ) -> SdkChatProvider[Any]:
        own = f"{url}{path}" if base_url == "" else base_url
        service = service_at(record, model, api_key=api_key, url=own)
        made: SdkChatProvider[Any] = resolve_name(record.adapter)(service, traits=traits, **given)
        return made

    return make


def service_at(
    record: ServerProvider, model: str, *, url: str | None, api_key: str | None = KEY
) -> Service:
    variables = {record.key_variable: api_key, record.url_variable: url}
    given = {str(name): value for name, value in variables.items() if value is not None}
    settings = ProviderSettings(variables=given, models_folder=Path())
    return record.build_service(ModelRef(record.name, model), settings)


ANSWER = ChatResponse(text='{"ok": true}', model="model-of-the-server")
OPENAI = Wire(
    name="openai",
    provider=_maker(OPENAI_RECORD, "gpt-test", "/v1"),
    answer=dialects.openai_answer,
    whole=dialects.openai_whole,
    chunks=lambda said: dialects.sse(*dialects.openai_chunks(said)),
    rules=dialects.openai_rules,
)
ANTHROPIC = Wire(
    name="anthropic",
    provider=_maker(ANTHROPIC_RECORD, "claude-test"),
    answer=dialects.anthropic_answer,
    whole=dialects.anthropic_whole,
    chunks=lambda said: dialects.named_sse(*dialects.anthropic_events(said)),
    rules=dialects.anthropic_rules,
)
OLLAMA = Wire(
    name="ollama",
    provider=_maker(OLLAMA_RECORD, "qwen:8b"),
    answer=dialects.ollama_answer,
    whole=dialects.ollama_whole,
    chunks=lambda said: dialects.ndjson(*dialects.ollama_lines(said)),
    rules=dialects.ollama_rules,
)
WIRES = (OPENAI, ANTHROPIC, OLLAMA)
every_wire = pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
hosted_wires = pytest.mark.parametrize("wire", WIRES[:2], ids=lambda wire: wire.name)
streamed_or_not = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])


def free_port_url() -> str:
    """Return an address without a listener."""
    with Loopback() as server:
        return server.url
