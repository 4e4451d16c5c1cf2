"""Limit the concurrent calls of a project to a provider."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.rate_limit import RateLimit

Answer = TypeVar("Answer")


class AdaptiveLimiter:
    """A limiter for the calls of one project to one provider.

    At most ``concurrency`` calls run at once, and fewer if the ``rate_limit`` of the account, which
    other projects may share, permits fewer. Calls start in FIFO order.
    """

    def __init__(self, rate_limit: RateLimit, *, concurrency: int) -> None:
        self._rate_limit = rate_limit
        self._concurrency = concurrency
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run ``call`` when both limits permit, return its answer, and adapt the rate limit.

        If the provider refuses the call, raise its ``RateLimitedError`` with ``retry_after`` set to
        the seconds until calls resume.
        """
        self._bind_to_running_loop()
        async with self._slots:
            async with self._queue:
                permit = await self._rate_limit.acquire()
            answered = False
            try:
                answer = await call()
                answered = True
            except RateLimitedError as error:
                error.retry_after = self._rate_limit.record_refusal(permit, error.retry_after)
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

    def __init__(self, inner: ChatProvider, *, limiter: AdaptiveLimiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        return await self._limiter.run(lambda: self._inner.complete(request, on_text))
