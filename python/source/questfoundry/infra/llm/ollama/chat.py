"""Define the providers of chats and embeddings on an Ollama server, and the API's JSON format."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, cast

import httpx
import ollama

from questfoundry.domain.chat.exchange import NONE, ChatRequest
from questfoundry.domain.chat.messages import Message, Role, pair_tool_calls
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.traits import Capabilities
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.embeddings import EmbeddingAnswer, SdkEmbeddingProvider
from questfoundry.infra.llm.sdk.json_schema import (
    ROLES,
    build_offer,
    build_plain_schema,
    function_tool,
    inline_references,
)
from questfoundry.infra.llm.sdk.sdk_caller import (
    CONNECT_TIMEOUT,
    IDENTITY_ENCODING,
    build_http_options,
)
from questfoundry.infra.llm.sdk.sdk_provider import SdkChatProvider
from questfoundry.infra.llm.sdk.service import Service

_PATH = "/api/chat"


class OllamaClient(ollama.AsyncClient):
    """The SDK's client with additional methods that send requests as plain JSON.

    The SDK's own method ``chat`` drops nested properties, alternatives and length limits from the
    schemas of tools, so the model would never see these parts. The client sends only the key of its
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
            **build_http_options(service.url),
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
        # Only the length of the model's thoughts is counted.
        message = document.get("message") or {}
        for call in message.get("tool_calls") or ():
            function = call["function"]
            answer.add_tool_call(
                answer.call_count, name=function["name"], arguments=function.get("arguments") or {}
            )
        if document.get("done"):
            answer.model = document.get("model", "")
            answer.ending = document.get("done_reason") or ""
            answer.usage = Usage(
                input_tokens=document.get("prompt_eval_count"),
                output_tokens=document.get("eval_count"),
                cached_tokens=document.get("prompt_eval_cached_count"),
            )
        answer.count_thought(message.get("thinking"))
        return answer.add_text(message.get("content") or "")

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_ollama_error(exc, self._service)


def translate_ollama_error(exc: Exception, service: Service) -> LLMError | None:
    """Return our own error for an exception of the Ollama SDK, or ``None`` for other exceptions."""
    if isinstance(exc, ConnectionError):
        # The SDK's message says nothing about the reason, but the HTTP exception in its context.
        return service.connection_error(exc.__context__ or exc)
    if not isinstance(exc, ollama.ResponseError):
        return None
    # The SDK's exception has no headers, but the HTTP exception in its context does. Without
    # that context the failure was reported inside a stream.
    original = exc.__context__
    if isinstance(original, httpx.HTTPStatusError):
        return service.status_error(exc.status_code, exc.error, original.response.headers)
    return service.body_error(exc.error)


def request_body(request: ChatRequest, model: str, capabilities: Capabilities) -> dict[str, Any]:
    """Return ``request`` as JSON for ``model``.

    Ollama has no parameter for the tool choice, so the model is never forced to call a tool. If a
    tool is requested by name, only this tool is offered. With the choice ``none``, no tool is
    offered. The context window is always sent, because the server's default is small. Newer servers
    cut neither the prompt nor the conversation if ``truncate`` and ``shift`` are false; older ones
    do not know these fields.
    """
    offered = build_offer(request, has_tools=capabilities.tools, can_force=False)
    tools = () if offered.choice == NONE else offered.tools
    messages = pair_tool_calls(request.messages, keep_calls=bool(tools))
    body: dict[str, Any] = {
        "model": model,
        "messages": [_build_message(message) for message in messages],
        "options": _build_options(request, capabilities),
        "truncate": False,
        "shift": False,
    }
    if tools:
        # The server drops references below properties, so references are inlined.
        full = capabilities.full_schemas
        body["tools"] = [
            function_tool(
                tool,
                inline_references(tool.parameters) if full else build_plain_schema(tool.parameters),
            )
            for tool in tools
        ]
    if request.response_schema is not None and capabilities.json_schema:
        body["format"] = request.response_schema
    if request.thinking is not None and capabilities.thinking:
        body["think"] = request.thinking
    return body


def _build_options(request: ChatRequest, capabilities: Capabilities) -> dict[str, Any]:
    options: dict[str, Any] = {"num_ctx": capabilities.context_window}
    if request.max_tokens is not None:
        options["num_predict"] = request.max_tokens
    if request.temperature is not None and capabilities.temperature:
        options["temperature"] = request.temperature
    if request.seed is not None:
        options["seed"] = request.seed
    if request.stop:
        options["stop"] = list(request.stop)
    return options


def _build_message(message: Message) -> dict[str, Any]:
    document: dict[str, Any] = {"role": ROLES[message.role], "content": message.content}
    if message.role is Role.TOOL_RESULT:
        document["tool_name"] = message.tool_name
    if message.tool_calls:
        document["tool_calls"] = [
            {"function": {"name": call.name, "arguments": dict(call.arguments)}}
            for call in message.tool_calls
        ]
    return document


class OllamaEmbeddingProvider(SdkEmbeddingProvider[OllamaClient]):
    """An embedding provider for one Ollama model; the server truncates texts that are too long."""

    def _connect(self) -> OllamaClient:
        return OllamaClient(self._service)

    async def _disconnect(self, client: OllamaClient) -> None:
        await client.close()  # type: ignore[no-untyped-call]

    async def _send(self, client: OllamaClient, texts: Sequence[str]) -> EmbeddingAnswer:
        answer = await client.embed(model=self._service.model.model, input=list(texts))
        return EmbeddingAnswer(answer.embeddings, answer.prompt_eval_count)

    def _translate(self, exc: Exception) -> LLMError | None:
        return translate_ollama_error(exc, self._service)
