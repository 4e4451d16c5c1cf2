"""Define a chat provider that lets a model continue a text that the assistant has begun.

The provider always streams. A streamed answer of llama.cpp contains only the new text; an answer in
one piece would repeat the assistant's last message.
"""

from types import MappingProxyType
from typing import Any

from httpx2 import Limits
from openai import AsyncOpenAI, DefaultAsyncHttpxClient

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.openai.chat import OpenAIChatProvider, build_openai_client
from questfoundry.infra.llm.sdk.sdk_caller import build_http_options
from questfoundry.infra.llm.sdk.sdk_provider import TwoTransports

_TEMPERATURE = 0.6
# Measured on SmolLM2-135M: with weaker penalties it loops, with stronger ones it leaves the topic.
_SAMPLING = MappingProxyType(
    {"top_p": 0.95, "top_k": 40, "min_p": 0.05, "frequency_penalty": 0.2, "repeat_penalty": 1.05}
)


class ContinuationProvider(OpenAIChatProvider):
    """A chat provider with the sampling parameters that a very small model needs."""

    can_be_empty = True

    def _connect(self) -> TwoTransports[AsyncOpenAI]:
        # The server closes idle connections without notice, so no connection is used twice.
        limits = Limits(max_keepalive_connections=0)
        http = DefaultAsyncHttpxClient(limits=limits, **build_http_options(self._service.url))
        client = build_openai_client(self._service, http)
        return TwoTransports(client, client)

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` once and return a response with only the text that the model added."""
        return await self._complete(request, on_text, streamed=True)

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return {"temperature": _TEMPERATURE, **super()._build_body(request), **_SAMPLING}
