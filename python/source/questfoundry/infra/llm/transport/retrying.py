"""A chat call that failed on its way is made again, apart from the repairs of bad answers."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.chat.codec import canonical, request_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.events import EventSink
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.retries import Retries
from questfoundry.infra.llm.transport.retry_policy import RetryPolicy
from questfoundry.infra.llm.transport.seamless import SeamlessText


class RetryingChatProvider(ForwardingChatProvider):
    """Asks again after transport faults; gives up with ``TransportExhaustedError``."""

    def __init__(
        self,
        inner: ChatProvider,
        *,
        clock: Clock,
        events: EventSink,
        policies: Mapping[type[LLMError], RetryPolicy] | None = None,
    ) -> None:
        super().__init__(inner)
        self._retries = Retries(
            model=str(inner.model), clock=clock, events=events, policies=policies
        )

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask until an answer comes; text that was streamed before a fault is not repeated."""

        def named() -> str:
            return canonical(request_to_dict(request))

        if on_text is None:
            return await self._retries.run(lambda: self._inner.complete(request), request=named)
        text = SeamlessText(on_text)
        response = await self._retries.run(
            lambda: self._inner.complete(request, text), request=named, before_again=text.restart
        )
        text.finish()
        return response
