"""Define the base class of chat providers that wrap another, and a provider that logs calls."""

from typing import Any

from questfoundry.domain.chat.codec import request_to_dict, response_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.settings import Manner
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.infra.telemetry.events import JsonLines


class ForwardingChatProvider(ChatProvider):
    """A chat provider that wraps an inner provider and forwards all but ``complete``."""

    def __init__(self, inner: ChatProvider) -> None:
        self._inner = inner

    @property
    def model(self) -> ModelRef:
        return self._inner.model

    @property
    def traits(self) -> ModelTraits:
        return self._inner.traits

    @property
    def manner(self) -> Manner:
        return self._inner.manner

    async def close(self) -> None:
        await self._inner.close()


class CallLoggingChatProvider(ForwardingChatProvider):
    """A chat provider that wraps another and appends one JSON line to a log for each call.

    A line has ``timestamp``, ``event``, ``model``, ``seconds`` and ``request``, and either
    ``response`` or ``error``.
    """

    def __init__(self, inner: ChatProvider, *, lines: JsonLines, clock: Clock) -> None:
        super().__init__(inner)
        self._lines = lines
        self._clock = clock

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        began = self._clock.monotonic()
        try:
            response = await self._inner.complete(request, on_text)
        except LLMError as error:
            self._write(request, began, error={"type": type(error).__name__, "message": str(error)})
            raise
        self._write(request, began, response=response_to_dict(response))
        return response

    def _write(self, request: ChatRequest, began: float, **outcome: Any) -> None:
        self._lines.write(
            {
                "timestamp": self._clock.now().isoformat(),
                "event": "llm_call",
                "model": str(self.model),
                "seconds": round(self._clock.monotonic() - began, 3),
                "request": request_to_dict(request),
                **outcome,
            }
        )
