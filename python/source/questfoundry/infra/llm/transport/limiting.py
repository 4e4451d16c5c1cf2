"""Limit the concurrent calls of a project to a provider."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeVar

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    complete_usage,
    estimate_request_tokens,
)
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.events import LimitWaited
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.pacing import PacedCall, Pacer
from questfoundry.infra.llm.transport.rate_limit import SHORTEST_PAUSE, RateLimit

Answer = TypeVar("Answer")


class AdaptiveLimiter:
    """A limiter for the calls of one project to one provider.

    At most ``concurrency`` calls run at once, and fewer if the ``rate_limit`` of the account, which
    other projects may share, permits fewer. Calls start in FIFO order. With a ``pacer``, each call
    also waits for a slot of the account.
    """

    def __init__(
        self, rate_limit: RateLimit, *, concurrency: int, pacer: Pacer | None = None
    ) -> None:
        self._rate_limit = rate_limit
        self._pacer = pacer
        self._concurrency = concurrency
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def counts_tokens(self) -> bool:
        """Return whether the tokens of the account are limited."""
        return self._pacer is not None and self._pacer.rates.tokens_per_minute is not None

    async def run(
        self, call: Callable[[PacedCall], Awaitable[Answer]], *, tokens: int = 0
    ) -> Answer:
        """Run ``call`` when all limits permit, return its answer, and adapt the rate limit.

        ``call`` is expected to use ``tokens`` tokens, and corrects this number. If the provider
        refuses the call, raise its ``RateLimitedError`` with ``retry_after`` set to the seconds
        until calls resume.
        """
        self._bind_to_running_loop()
        async with self._slots, AsyncExitStack() as held:
            paced, began = PacedCall(tokens), self._rate_limit.clock.monotonic()
            async with self._queue:
                if self._pacer is not None:
                    await held.enter_async_context(self._pacer.hold_slot(paced))
                permit = await self._rate_limit.acquire()
            paced.waited = permit.started_at - began
            answered = False
            try:
                answer = await call(paced)
                answered = True
            except RateLimitedError as error:
                error.retry_after = self._rate_limit.record_refusal(permit, error.retry_after)
                if self._pacer is not None:
                    await self._pacer.close(error.retry_after)
                raise
            else:
                return answer
            finally:
                self._rate_limit.release(permit, answered=answered)

    def _bind_to_running_loop(self) -> None:
        # An application may run several event loops in turn, and asyncio locks belong to one loop.
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._queue = asyncio.Lock()
            self._slots = asyncio.Semaphore(self._concurrency)


class LimitingChatProvider(ForwardingChatProvider):
    """A chat provider that wraps another and runs each call through an ``AdaptiveLimiter``."""

    def __init__(
        self, inner: ChatProvider, *, limiter: AdaptiveLimiter, events: EventSink | None = None
    ) -> None:
        super().__init__(inner)
        self._limiter = limiter
        self._events = events

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        async def call(paced: PacedCall) -> ChatResponse:
            if paced.waited > SHORTEST_PAUSE and self._events is not None:
                self._events.emit(LimitWaited(model=str(self.model), wait=paced.waited))
            response = await self._inner.complete(request, on_text)
            if self._limiter.counts_tokens:
                paced.tokens = complete_usage(request, response).total_tokens
            return response

        expected = estimate_request_tokens(request) if self._limiter.counts_tokens else 0
        return await self._limiter.run(call, tokens=expected)
