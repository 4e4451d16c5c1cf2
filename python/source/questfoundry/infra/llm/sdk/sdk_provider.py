"""What the adapters on the official SDKs share: one call, from the request to its answer."""

from __future__ import annotations

import asyncio
import ssl
from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from functools import cache
from typing import Any, Generic, TypeVar

import aiohttp
import httpx
import httpx2
from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.infra.llm.sdk.answer import Answer
from questfoundry.infra.llm.sdk.service import Service

CONNECT_TIMEOUT = 10.0
"""Seconds for a connection to be made; the other limits are kept here, not in the SDKs."""

Client = TypeVar("Client")

# What the SDKs let through unchanged while a stream is read.
_BROKEN = (httpx2.HTTPError, httpx.HTTPError, aiohttp.ClientError, OSError)
_BAD_ADDRESS = (ValueError, httpx.InvalidURL, httpx2.InvalidURL)
_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, IndexError)


@frozen
class TwoTransports(Generic[Client]):
    """One client twice: over aiohttp, which takes half the CPU, and over httpx2 for streams.

    Some servers, llama.cpp's among them, hang up after a stream without a word. httpx2
    notices before it sends the next request; aiohttp sends it into the closed connection.
    """

    whole: Client
    streamed: Client


@cache
def trusted_certificates() -> ssl.SSLContext:
    """The TLS context that all clients share; making one costs more than a model call."""
    return httpx2.create_ssl_context()


class SdkChatProvider(ChatProvider, Generic[Client]):
    """Asks a model through an official SDK, whose own retries are off.

    ``timeout`` bounds the wait for an answer, or for its first piece where it is streamed;
    ``stall_timeout`` the wait for each further piece; both in seconds.
    """

    def __init__(
        self, service: Service, *, traits: ModelTraits, timeout: float, stall_timeout: float
    ) -> None:
        self._service = service
        self._traits = traits
        self._timeout = timeout
        self._stall_timeout = stall_timeout
        self._client: Client | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def model(self) -> ModelRef:
        """The model that answers."""
        return self._service.model

    @property
    def traits(self) -> ModelTraits:
        """The traits it was built with."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask once; an exception of ``on_text`` itself comes back as it is."""
        answer = Answer()
        body = self._body(request)
        client = await self._connected()
        patience = self._timeout
        async with aclosing(self._ask(client, body, streamed=on_text is not None)) as documents:
            while (document := await self._next(documents, patience)) is not None:
                text = self._take(answer, document)
                if on_text is not None and text:
                    on_text(text)
                patience = self._stall_timeout
        rest = answer.end()
        if on_text is not None and rest:
            on_text(rest)
        return answer.response(request, self._service)

    async def close(self) -> None:
        """Give back the connections; may be called twice, and the provider be used again."""
        client, self._client = self._client, None
        if client is not None:
            # Connections of a loop that has ended cannot be closed on this one.
            with suppress(RuntimeError):
                await self._disconnect(client)

    @abstractmethod
    def _connect(self) -> Client:
        """Make the SDK's client."""

    @abstractmethod
    async def _disconnect(self, client: Client) -> None:
        """Close the SDK's client."""

    @abstractmethod
    def _body(self, request: ChatRequest) -> dict[str, Any]:
        """The request as JSON."""

    @abstractmethod
    def _ask(
        self, client: Client, body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        """Send the body; give the answer's JSON documents, one where it is not streamed."""

    @abstractmethod
    def _read(self, answer: Answer, document: Mapping[str, Any]) -> str:
        """Put a document of the answer into ``answer``; returns the text that it adds."""

    @abstractmethod
    def _translated(self, exc: Exception) -> LLMError | None:
        """The error for an exception of the SDK; ``None`` for any other."""

    async def _next(self, documents: AsyncGenerator[Any, None], patience: float) -> Any:
        """The next document, or ``None`` after the last."""
        try:
            async with asyncio.timeout(patience):
                return await anext(documents, None)
        except Exception as exc:
            error = self._error(exc, patience)
            if error is None:
                raise
            raise error from self._service.cause(exc)

    def _error(self, exc: Exception, patience: float) -> LLMError | None:
        if (translated := self._translated(exc)) is not None:
            return translated
        if isinstance(exc, TimeoutError):
            return self._service.silent(patience)
        if isinstance(exc, _BROKEN):
            return self._service.unreachable(exc)
        if isinstance(exc, _UNREADABLE):
            return self._unreadable()
        return None

    def _take(self, answer: Answer, document: Any) -> str:
        try:
            if error := document.get("error"):
                raise self._service.reported(error)
            return self._read(answer, document)
        except _UNREADABLE as exc:
            raise self._unreadable() from exc

    def _unreadable(self) -> LLMError:
        return self._service.malformed(
            f"it has another form than the API's, so {self._service.url} may be the wrong address"
        )

    async def _connected(self) -> Client:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            await self.close()
        if self._client is None:
            try:
                self._client = self._connect()
            except _BAD_ADDRESS as exc:
                raise self._service.unreachable(exc) from exc
        return self._client
