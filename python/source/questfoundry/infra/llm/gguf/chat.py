"""A larger GGUF file of the author's own: llama.cpp in this process, with tools and schemas."""

from __future__ import annotations

import asyncio
from pathlib import Path

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.infra.llm.gguf.server import LlamaServer, hold_server, release_server
from questfoundry.infra.llm.sdk.service import Service


class GgufChatProvider(ChatProvider):
    """Serves the file on loopback, and asks it as any OpenAI-compatible server is asked.

    Building it starts nothing; the first question loads the model, and raises
    ``SettingsError`` where that cannot be done.
    """

    def __init__(self, *, model: ModelRef, traits: ModelTraits, path: Path) -> None:
        self._model = model
        self._traits = traits
        self._path = path
        self._server: LlamaServer | None = None
        self._inner: ChatProvider | None = None

    @property
    def model(self) -> ModelRef:
        """The model that answers."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """What the model can do, and how it is best used."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask once."""
        return await (await self._served()).complete(request, on_text)

    async def close(self) -> None:
        """Close the connection, and stop the model if nobody else in this process uses it."""
        inner, self._inner = self._inner, None
        server, self._server = self._server, None
        if inner is not None:
            await inner.close()
        if server is not None:
            release_server(server)

    async def _served(self) -> ChatProvider:
        from questfoundry.infra.llm.openai.chat import OpenAIChatProvider

        if self._server is None:
            window = self._traits.capabilities.context_window
            self._server = hold_server(self._path, window)
        server = self._server
        address = await asyncio.to_thread(server.start)
        if self._inner is None:
            service = Service(
                name="The model in this process",
                model=self._model,
                url=f"{address}/v1",
                key=server.api_key,
                key_variable="the key of its server",
                start="Run the command again.",
                find_model="Check the path of its file.",
            )
            self._inner = OpenAIChatProvider(service, traits=self._traits)
        return self._inner
