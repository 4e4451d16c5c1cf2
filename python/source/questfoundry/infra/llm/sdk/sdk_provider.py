"""What the chat adapters on the official SDKs share: one call, from the request to its answer."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import Any, ClassVar, Generic

from attrs import frozen

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.infra.llm.sdk.answer import WireAnswer
from questfoundry.infra.llm.sdk.sdk_caller import UNREADABLE, Client, SdkCaller
from questfoundry.infra.llm.sdk.service import Service


class SdkChatProvider(SdkCaller[Client], ChatProvider):
    """Asks a model through an official SDK.

    ``timeout`` bounds the wait for an answer, or for its first piece where it is streamed;
    ``stall_timeout`` the wait for each further piece; both in seconds.
    """

    def __init__(
        self,
        service: Service,
        *,
        traits: ModelTraits,
        timeout: float = 300.0,
        stall_timeout: float = 60.0,
    ) -> None:
        super().__init__(service)
        self._traits = traits
        self._timeout = timeout
        self._stall_timeout = stall_timeout

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
        answer = WireAnswer()
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

    @abstractmethod
    def _body(self, request: ChatRequest) -> dict[str, Any]:
        """The request as JSON."""

    @abstractmethod
    def _ask(
        self, client: Client, body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        """Send the body; give the answer's JSON documents, one where it is not streamed."""

    @abstractmethod
    def _read(self, answer: WireAnswer, document: Mapping[str, Any]) -> str:
        """Put a document of the answer into ``answer``; returns the text that it adds."""

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

    def _take(self, answer: WireAnswer, document: Any) -> str:
        try:
            if error := document.get("error"):
                raise self._service.reported(error)
            return self._read(answer, document)
        except UNREADABLE as exc:
            raise self._unreadable() from exc


@frozen
class TwoTransports(Generic[Client]):
    """One client twice: over aiohttp, which takes half the CPU, and over httpx2 for streams.

    Some servers, llama.cpp's among them, hang up after a stream without a word. httpx2
    notices before it sends the next request; aiohttp sends it into the closed connection.
    """

    whole: Client
    streamed: Client


class TwoTransportsProvider(SdkChatProvider[TwoTransports[Any]]):
    """Asks over both, through the low-level ``post`` of the SDK.

    Its typed methods walk every message of every call, which costs several times the CPU, and
    take only what they know.
    """

    path: ClassVar[str]
    stream_class: ClassVar[Any]
    streaming: ClassVar[Mapping[str, Any]] = MappingProxyType({"stream": True})
    """What a request adds to be answered in pieces."""

    async def _disconnect(self, client: TwoTransports[Any]) -> None:
        await client.whole.close()
        await client.streamed.close()

    async def _ask(
        self, client: TwoTransports[Any], body: dict[str, Any], *, streamed: bool
    ) -> AsyncGenerator[Any, None]:
        if not streamed:
            yield await client.whole.post(self.path, body=body, cast_to=object)
            return
        stream = await client.streamed.post(
            self.path,
            body={**body, **self.streaming},
            cast_to=object,
            stream=True,
            stream_cls=self.stream_class,
        )
        async with stream:
            async for event in stream:
                yield event
