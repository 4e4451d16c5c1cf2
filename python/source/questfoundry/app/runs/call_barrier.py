"""Block new model and tool calls in a run, so that only recorded answers are used."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import AuthorLeft
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols import ChatProvider, TextSink, Tool


@frozen
class CallBarrier:
    """A barrier against new model and tool calls.

    While ``closed`` is true, every new call raises ``AuthorLeft``, which stops the run.
    """

    closed: bool = False

    def wrap_providers(self, providers: PhaseProviders) -> PhaseProviders:
        """Return ``providers``, wrapped to block new model calls while the barrier is closed."""
        if not self.closed:
            return providers
        review = providers.review and _ClosedProvider(providers.review)
        return PhaseProviders(
            discuss=_ClosedProvider(providers.discuss),
            summarize=_ClosedProvider(providers.summarize),
            serialize=_ClosedProvider(providers.serialize),
            review=review,
            recording=providers.recording,
        )

    def wrap_tools(self, tools: Sequence[Tool]) -> tuple[Tool, ...]:
        """Return ``tools``, wrapped to block new tool calls while the barrier is closed."""
        return (
            tuple(_ClosedTool(each.definition, each.effects) for each in tools)
            if self.closed
            else tuple(tools)
        )


@frozen
class _ClosedProvider(ChatProvider):
    _inner: ChatProvider

    @property
    def model(self) -> ModelRef:
        return self._inner.model

    @property
    def traits(self) -> ModelTraits:
        return self._inner.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        del request, on_text
        raise AuthorLeft("The run was stopped.")

    async def close(self) -> None:
        await self._inner.close()


@frozen
class _ClosedTool(Tool):
    definition: ToolDefinition
    effects: bool

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        raise AuthorLeft("The run was stopped.")
