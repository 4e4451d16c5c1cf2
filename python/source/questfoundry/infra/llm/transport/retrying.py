"""A chat call that failed on its way is made again, apart from the repairs of bad answers."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.chat.codec import request_to_dict, to_canonical_json
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.events import EventSink
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.retries import Retries
from questfoundry.infra.llm.transport.retry_policy import RetryPolicy


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
            return to_canonical_json(request_to_dict(request))

        if on_text is None:
            return await self._retries.run(
                lambda: self._inner.complete(request), request_text=named
            )
        text = SeamlessText(on_text)
        response = await self._retries.run(
            lambda: self._inner.complete(request, text),
            request_text=named,
            before_retry=text.restart,
        )
        text.finish()
        return response


class SeamlessText:
    """Passes text on, and after a restart only what is new.

    While a repeated answer begins as the broken one did, its text is held back, and what
    goes beyond is passed on. Where it differs, a line break follows what was shown, then
    the repeated answer in full.
    """

    def __init__(self, sink: TextSink) -> None:
        self._sink = sink
        self._shown: list[str] = []
        self._repeated: str | None = None

    def __call__(self, piece: str) -> None:
        """Take the next piece of the present answer."""
        if self._repeated is None:
            self._show(piece)
            return
        self._repeated += piece
        shown = "".join(self._shown)
        if self._repeated.startswith(shown):
            new, self._repeated = self._repeated[len(shown) :], None
            self._show(new)
        elif not shown.startswith(self._repeated):
            self._replace()

    def restart(self) -> None:
        """The answer broke off and is asked for again."""
        if self._shown:
            self._repeated = ""

    def finish(self) -> None:
        """The answer is complete; one shorter than what was shown is shown by itself."""
        if self._repeated:
            self._replace()

    def _replace(self) -> None:
        self._sink("\n")
        self._shown, text, self._repeated = [], self._repeated, None
        self._show(text or "")

    def _show(self, piece: str) -> None:
        if piece:
            self._shown.append(piece)
            self._sink(piece)
