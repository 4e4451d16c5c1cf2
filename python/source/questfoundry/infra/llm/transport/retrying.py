"""A call that failed on its way is made again, apart from the repairs of bad answers (U14)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import LLMError, TransportExhaustedError
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.events import EventSink
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.retry_policy import RetryPolicy, retry_policies
from questfoundry.infra.llm.transport.seamless import SeamlessText


class RetryingChatProvider(ForwardingChatProvider):
    """Asks again after transport faults; gives up with ``TransportExhaustedError``.

    Each kind of failure has its own count and its own sum of waits. A provider that says
    how long to wait is taken at its word, up to the policy's ``total_wait``.
    """

    def __init__(
        self,
        inner: ChatProvider,
        *,
        clock: Clock,
        events: EventSink,
        policies: Mapping[type[LLMError], RetryPolicy] | None = None,
    ) -> None:
        super().__init__(inner)
        self._clock = clock
        self._events = events
        self._policies = retry_policies() if policies is None else policies

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask until an answer comes; text that was streamed before a fault is not repeated."""
        text = None if on_text is None else SeamlessText(on_text)
        waits: dict[type[LLMError], list[float]] = defaultdict(list)
        while True:
            try:
                response = await self._inner.complete(request, text)
            except LLMError as error:
                kind = next((kind for kind in self._policies if isinstance(error, kind)), None)
                if kind is None:
                    raise
                wait = self._next_wait(self._policies[kind], waits[kind], error, request)
                waits[kind].append(wait)
                self._tell(1 + sum(map(len, waits.values())), wait, error)
            else:
                if text is not None:
                    text.finish()
                return response
            await self._clock.sleep(wait)
            if text is not None:
                text.restart()

    def _next_wait(
        self, policy: RetryPolicy, waits: list[float], error: LLMError, request: ChatRequest
    ) -> float:
        failures = len(waits) + 1
        wait = error.retry_after
        if wait is None:
            wait = policy.wait(failures, request)
        if not policy.allows(failures, sum(waits) + wait):
            raise TransportExhaustedError(
                f"{str(self.model)!r} gave no answer: {failures} of its calls failed in the same "
                f"way, {sum(waits):.1f} s were spent waiting, and the next wait would be "
                f"{wait:.1f} s. The last problem: {error} "
                "Resume the run when the provider answers, or choose another model."
            ) from error
        return wait

    def _tell(self, attempt: int, wait: float, error: LLMError) -> None:
        self._events.emit(
            ModelCallRetried(model=str(self.model), attempt=attempt, wait=wait, problem=str(error))
        )
