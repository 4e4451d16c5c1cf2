"""Define the model that a run gives to the code that asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.app.context import RequestKind
from questfoundry.domain.protocols.provider import ChatModel

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
    from questfoundry.domain.models.traits import ModelRef, ModelTraits
    from questfoundry.domain.protocols.provider import ChatProvider, TextSink


@frozen
class ScopedModel(ChatModel):
    """A model whose requests pass through a run and are recorded under the name ``scope``.

    ``ask``: the method ``ask`` of the run.
    """

    ask: Callable[..., Awaitable[ChatResponse]]
    provider: ChatProvider
    scope: str
    kind: RequestKind = RequestKind.QUESTION

    @property
    def model(self) -> ModelRef:
        """The name of the model."""
        return self.provider.model

    @property
    def traits(self) -> ModelTraits:
        """The capabilities and the profile of the model."""
        return self.provider.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` through the run and return the answer."""
        return await self.ask(
            request, provider=self.provider, scope=self.scope, kind=self.kind, on_text=on_text
        )
