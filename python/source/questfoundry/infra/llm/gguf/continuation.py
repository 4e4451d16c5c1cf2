"""Define a chat provider that lets a GGUF model continue a text that the assistant has begun.

The provider uses llama.cpp's OpenAI endpoint and always streams. A streamed answer contains only
the new text; an answer in one piece would repeat the assistant's last message.
"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import httpx

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import (
    MalformedAnswerError,
    ProviderFaultError,
    RefusedError,
    TimedOutError,
    UnreachableError,
)
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.gguf.chat import ServedChatProvider

_TEMPERATURE = 0.6
# Measured on SmolLM2-135M: with weaker penalties it loops, with stronger ones it leaves the topic.
_SAMPLING = {
    "top_p": 0.95,
    "top_k": 40,
    "min_p": 0.05,
    "frequency_penalty": 0.2,
    "repeat_penalty": 1.05,
}
# The server closes idle connections without notice, so do not reuse connections.
_LIMITS = httpx.Limits(max_keepalive_connections=0)
_TIMEOUT = httpx.Timeout(120.0, connect=5.0)


class ContinuingChatProvider(ServedChatProvider):
    """A text-only chat provider with the sampling parameters that a very small model needs.

    If the last message of a request has the role "assistant", the model continues the text of this
    message instead of answering it.
    """

    _client: httpx.AsyncClient | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` once and return a response with only the text that the model added."""
        client = await self._get_client()
        pieces: list[str] = []
        finish: str | None = None
        usage = Usage()
        try:
            async with aclosing(_iter_events(client, _build_body(request))) as events:
                async for event in events:
                    for choice in event["choices"]:
                        if piece := choice["delta"].get("content"):
                            pieces.append(piece)
                            if on_text is not None:
                                on_text(piece)
                        finish = choice["finish_reason"] or finish
                    if counted := event.get("usage"):
                        usage = _parse_usage(counted)
        except httpx.TimeoutException as error:
            raise TimedOutError(
                "The embedded model gave no text for two minutes. Close other programs that use "
                "the processor, or choose another model."
            ) from error
        except httpx.HTTPError as error:
            raise UnreachableError(
                f"The connection to the embedded model broke ({error}). Run the command again."
            ) from error
        if finish is None:
            raise MalformedAnswerError(
                "The embedded model stopped without a finish reason. Run the command again."
            )
        return ChatResponse(
            text="".join(pieces),
            usage=usage,
            finish_reason=FinishReason.LENGTH if finish == "length" else FinishReason.STOP,
            model=self.model.model,
        )

    async def _disconnect(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.aclose()

    async def _get_client(self) -> httpx.AsyncClient:
        server = await self._start_server()
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._loop = loop
            self._client = httpx.AsyncClient(
                base_url=server.start(),
                headers={"Authorization": f"Bearer {server.api_key}"},
                timeout=_TIMEOUT,
                limits=_LIMITS,
                trust_env=False,
            )
        return self._client


def _build_body(request: ChatRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "messages": [{"role": m.role.value, "content": m.content} for m in request.messages],
        "temperature": _TEMPERATURE if request.temperature is None else request.temperature,
        "stream": True,
        "stream_options": {"include_usage": True},
        **_SAMPLING,
    }
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    if request.seed is not None:
        body["seed"] = request.seed
    if request.stop:
        body["stop"] = list(request.stop)
    return body


async def _iter_events(
    client: httpx.AsyncClient, body: dict[str, Any]
) -> AsyncGenerator[dict[str, Any], None]:
    async with client.stream("POST", "/v1/chat/completions", json=body) as response:
        if response.is_error:
            _raise_server_error(
                response.status_code, (await response.aread()).decode(errors="replace")
            )
        async for line in response.aiter_lines():
            if line.startswith("data: {"):
                event = json.loads(line.removeprefix("data: "))
                if "error" in event:
                    _raise_server_error(500, line.removeprefix("data: "))
                yield event


def _raise_server_error(status: int, text: str) -> None:
    try:
        message = json.loads(text)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        message = text
    if status >= 500:
        raise ProviderFaultError(f"llama.cpp failed: {message}. Run the command again.")
    raise RefusedError(
        f"The embedded model does not accept the request: {message}. "
        "Shorten the conversation, or choose a larger model."
    )


def _parse_usage(counted: dict[str, Any]) -> Usage:
    return Usage(
        input_tokens=counted["prompt_tokens"],
        output_tokens=counted["completion_tokens"],
        cached_tokens=counted.get("prompt_tokens_details", {}).get("cached_tokens", 0),
    )
