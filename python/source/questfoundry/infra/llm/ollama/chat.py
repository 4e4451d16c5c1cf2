"""The chat provider for Ollama."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, cast

import httpx
import ollama

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.infra.llm.ollama.wire import read, request_body
from questfoundry.infra.llm.sdk.answer import Answer
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, trusted_certificates
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider
from questfoundry.infra.llm.sdk.service import Service

_PATH = "/api/chat"
_DEFAULT_HOST = "http://127.0.0.1:11434"


class _Client(ollama.AsyncClient):
    """The SDK's client, asked with plain JSON.

    Its typed ``chat`` rebuilds each tool and leaves out what its own types do not name:
    nested properties, alternatives and lengths would never reach the model.
    """

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return await self._request(dict, "POST", _PATH, json=body)

    async def stream(self, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        lines = await self._request(dict, "POST", _PATH, json=body, stream=True)
        return cast("AsyncGenerator[dict[str, Any], None]", lines)


class OllamaChatProvider(SdkChatProvider[_Client]):
    """Asks one model of an Ollama server.

    ``host`` is what ``OLLAMA_HOST`` may hold. A model on one's own machine may take
    minutes to load and to answer, so the default ``timeout`` is long.
    """

    def __init__(
        self,
        *,
        model: ModelRef,
        traits: ModelTraits,
        host: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
        stall_timeout: float = 60.0,
    ) -> None:
        service = ollama_service(model, host, api_key)
        super().__init__(service, traits=traits, timeout=timeout, stall_timeout=stall_timeout)

    def _connect(self) -> _Client:
        headers = {}
        if self._service.key:
            headers["Authorization"] = f"Bearer {self._service.usable_key()}"
        return _Client(
            host=self._service.url,
            headers=headers,
            timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT),
            verify=trusted_certificates(),
        )

    async def _disconnect(self, client: _Client) -> None:
        await client.close()  # type: ignore[no-untyped-call]

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    async def _ask(
        self, client: _Client, body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        if not streamed:
            yield await client.ask(body | {"stream": False})
            return
        async with aclosing(await client.stream(body | {"stream": True})) as lines:
            async for line in lines:
                yield line

    def _read(self, answer: Answer, document: Mapping[str, Any]) -> str:
        return read(answer, document)

    def _translated(self, exc: Exception) -> LLMError | None:
        return ollama_error(exc, self._service)


def ollama_service(model: ModelRef, host: str | None, api_key: str | None) -> Service:
    """The Ollama server at ``host``, as errors speak of it."""
    return Service(
        name="Ollama",
        model=model,
        url=host or _DEFAULT_HOST,
        key=api_key,
        key_variable="OLLAMA_API_KEY",
        start="Start it with `ollama serve`, or set OLLAMA_HOST.",
        find_model=f"Get it with `ollama pull {model.model}`.",
    )


def ollama_error(exc: Exception, service: Service) -> LLMError | None:
    """The error for an exception of the Ollama SDK; ``None`` for any other."""
    if not isinstance(exc, ollama.ResponseError):
        return None
    # The SDK keeps no headers, but the exception that it replaced does; without one
    # the failure was told in the middle of a stream.
    original = exc.__context__
    if isinstance(original, httpx.HTTPStatusError):
        return service.failed(exc.status_code, str(exc.error), original.response.headers)
    return service.reported(exc.error)
