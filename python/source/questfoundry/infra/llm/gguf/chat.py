"""Define chat providers for GGUF model files, which llama.cpp serves inside this process."""

import asyncio
from pathlib import Path

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.infra.llm.gguf.server import LlamaServer, acquire_server, release_server
from questfoundry.infra.llm.sdk.service import Service


class GgufChatProvider(ChatProvider):
    """A chat provider that sends requests to the local server of a GGUF file.

    The server has the API of OpenAI. The first request loads the model, and raises
    ``SettingsError`` if that fails.
    """

    def __init__(self, *, model: ModelRef, traits: ModelTraits, path: Path) -> None:
        self._model = model
        self._traits = traits
        self._path = path
        self._server: LlamaServer | None = None
        self._inner: ChatProvider | None = None

    @property
    def model(self) -> ModelRef:
        """The name of the model and of its provider."""
        return self._model

    @property
    def traits(self) -> ModelTraits:
        """The model's capabilities, and its profile, which says how to use the model best."""
        return self._traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` to the server once and return the response."""
        return await (await self._get_inner()).complete(request, on_text)

    async def close(self) -> None:
        """Close the connection; stop the server unless another provider in this process uses it."""
        inner, self._inner = self._inner, None
        if inner is not None:
            await inner.close()
        server, self._server = self._server, None
        if server is not None:
            release_server(server)

    async def _get_inner(self) -> ChatProvider:
        if self._server is None:
            self._server = acquire_server(self._path, self._traits.capabilities.context_window)
        server = self._server
        url = await asyncio.to_thread(server.start)
        if self._inner is None:
            service = Service(
                name="The model in this process",
                model=self._model,
                url=f"{url}/v1",
                key=server.api_key,
                key_variable="the key of its server",
                start_hint="Run the command again.",
                model_hint="Check the path of its file.",
            )
            self._inner = self._build_inner(service)
        return self._inner

    def _build_inner(self, service: Service) -> ChatProvider:
        from questfoundry.infra.llm.openai.chat import OpenAIChatProvider

        return OpenAIChatProvider(service, traits=self._traits)


class ContinuingChatProvider(GgufChatProvider):
    """A text-only chat provider for a very small model.

    If the last message of a request has the role "assistant", the model continues the text of this
    message instead of answering it.
    """

    def _build_inner(self, service: Service) -> ChatProvider:
        from questfoundry.infra.llm.gguf.continuation import ContinuationProvider

        return ContinuationProvider(service, traits=self._traits)
