"""Define the chat provider that calls an Ollama server."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, cast

import httpx
import ollama

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import LLMError
from questfoundry.infra.llm.ollama.wire import read_document, request_body
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.bounds import IDENTITY_ENCODING
from questfoundry.infra.llm.sdk.sdk_caller import CONNECT_TIMEOUT, build_http_options
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider
from questfoundry.infra.llm.sdk.service import Service

_PATH = "/api/chat"


class OllamaClient(ollama.AsyncClient):
    """The SDK's client with additional methods that send requests as plain JSON.

    The SDK's own method ``chat`` drops nested properties, alternatives and length limits from the
    schemas of tools, so the model would never see them. The client sends only the key of its
    service, never a key from the environment.
    """

    def __init__(self, service: Service) -> None:
        key = service.require_key() if service.key else None

        def authorized(request: httpx.Request) -> httpx.Request:
            # Without an explicit key the SDK sends the one in this process's environment.
            request.headers.pop("Authorization", None)
            if key:
                request.headers["Authorization"] = f"Bearer {key}"
            return request

        super().__init__(
            host=service.url,
            auth=authorized,
            timeout=httpx.Timeout(None, connect=CONNECT_TIMEOUT),
            headers=dict(IDENTITY_ENCODING),
            **build_http_options(),
        )

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Send ``body`` and return the whole answer."""
        return await self._request(dict, "POST", _PATH, json=body)

    async def stream(self, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Send ``body`` and return an iterator over the lines of the answer."""
        lines = await self._request(dict, "POST", _PATH, json=body, stream=True)
        return cast("AsyncGenerator[dict[str, Any], None]", lines)


class OllamaChatProvider(SdkChatProvider[OllamaClient]):
    """A chat provider for one model of an Ollama server."""

    def _connect(self) -> OllamaClient:
        return OllamaClient(self._service)

    async def _disconnect(self, client: OllamaClient) -> None:
        await client.close()  # type: ignore[no-untyped-call]

    def _build_body(self, request: ChatRequest) -> dict[str, Any]:
        return request_body(request, self.model.model, self.traits.capabilities)

    async def _send(
        self, client: OllamaClient, body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        if not streamed:
            yield await client.ask(body | {"stream": False})
            return
        async with aclosing(await client.stream(body | {"stream": True})) as lines:
            async for line in lines:
                yield line

    def _read_document(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        return read_document(answer, document)

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_ollama_error(exc, self._service)


def translate_ollama_error(exc: Exception, service: Service) -> LLMError | None:
    """Return our own error for an exception of the Ollama SDK, or ``None`` for other exceptions."""
    if not isinstance(exc, ollama.ResponseError):
        return None
    # The SDK's exception has no headers, but the HTTP exception in its context does. Without
    # that context the failure was reported inside a stream.
    original = exc.__context__
    if isinstance(original, httpx.HTTPStatusError):
        return service.status_error(exc.status_code, str(exc.error), original.response.headers)
    return service.body_error(exc.error)
