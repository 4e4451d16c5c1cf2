"""Model calls for tests of the decorators around a provider."""

import asyncio
from collections.abc import Awaitable, Callable

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink

Behaviour = Callable[[ChatRequest, TextSink | None], Awaitable[ChatResponse]]


def request(text: str = "Tell me of the drowned city.") -> ChatRequest:
    return ChatRequest(messages=(user(text),))


class BehavingChatProvider(ChatProvider):
    """A provider that answers with a coroutine function, and counts all and parallel calls."""

    def __init__(self, behave: Behaviour) -> None:
        self._behave = behave
        self._running = 0
        self.calls = 0
        self.most_at_once = 0

    @property
    def model(self) -> ModelRef:
        return ModelRef("scripted", "model")

    @property
    def traits(self) -> ModelTraits:
        return ModelTraits()

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        self.calls += 1
        self._running += 1
        self.most_at_once = max(self.most_at_once, self._running)
        try:
            return await self._behave(request, on_text)
        finally:
            self._running -= 1

    async def close(self) -> None:
        await asyncio.sleep(0)
