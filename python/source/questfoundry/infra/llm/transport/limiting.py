"""Limit the concurrent calls to a provider; learn the limit from calls that the provider refuses.

Packages that limit rates (aiolimiter, pyrate-limiter, throttled-py) need to know the rate. Here the
rate is unknown and differs between API keys.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider

Answer = TypeVar("Answer")

SHORTEST_PAUSE = 0.02
LONGEST_PAUSE = 60.0


class AdaptiveLimiter:
    """A limiter that all calls to one provider share: at most ``concurrency`` calls run at once.

    A rate limit error (HTTP 429) pauses all calls for the seconds in the provider's
    ``retry_after``. If the provider sends none, the limiter chooses the length. The pause is twice
    as long as the last pause if no call was accepted in between, else half as long.

    After a pause, the limit is the number of calls accepted since the previous pause. Each answer
    raises the limit by ``1 / limit``, so a full round of answers raises it by about one.
    """

    def __init__(self, *, clock: Clock, concurrency: int) -> None:
        self._clock = clock
        self._concurrency = concurrency
        self._limit: float = concurrency
        self._in_flight = 0
        self._period = 0
        self._accepted = 0
        self._is_paused = False
        self._paused_at = 0.0
        self._resumes_at = 0.0
        self._pause = self._previous_pause = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None

    async def _acquire(self) -> int:
        """Wait in FIFO order until a call may start, and return the number of the current period.

        A period is the time between two pauses. If the pause lasts longer than ``LONGEST_PAUSE``
        seconds, raise ``RateLimitedError``, so that the caller decides whether to wait.
        """
        self._bind_to_running_loop()
        async with self._queue:
            while True:
                pause_left = self._resumes_at - self._clock.monotonic()
                if pause_left > LONGEST_PAUSE:
                    raise RateLimitedError(
                        f"The provider accepts no calls for another {pause_left:.0f} s. "
                        "Wait that long, or choose another model.",
                        retry_after=pause_left,
                    )
                if pause_left > 0:
                    await self._clock.sleep(pause_left)
                elif self._in_flight >= int(self._limit):
                    self._slot_freed.clear()
                    await self._slot_freed.wait()
                else:
                    break
            if self._is_paused:
                self._is_paused, self._accepted = False, 0
                self._period += 1
            self._in_flight += 1
            self._accepted += 1
            return self._period

    def _record_refusal(self, period: int, retry_after: float | None) -> float:
        """Pause all calls after a rate limit error, lower the limit and return the wait."""
        # Additive increase (see `run`), and on a refusal a decrease to the measured capacity.
        # Several calls of one period may be refused at once: only the first starts the pause
        # and fixes the previous pause that is doubled or halved.
        now = self._clock.monotonic()
        if period == self._period:
            self._accepted -= 1
            if not self._is_paused:
                self._is_paused, self._paused_at = True, now
                self._previous_pause = self._pause
            pause = self._previous_pause * (0.5 if self._accepted else 2)
            self._pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, pause))
        pause_ends = self._paused_at + self._pause if retry_after is None else now + retry_after
        self._resumes_at = max(self._resumes_at, pause_ends)
        # Calls of earlier periods still in flight count too: the provider accepted them as well.
        accepted = max(1, self._accepted, self._in_flight - 1)
        self._limit = min(self._concurrency, accepted)
        return max(0.0, self._resumes_at - now)

    async def run(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        """Run ``call`` when the limit permits, return its answer, and adapt the limit.

        If the provider refuses the call, raise its ``RateLimitedError`` with ``retry_after`` set to
        the seconds until calls resume.
        """
        period = await self._acquire()
        try:
            answer = await call()
        except RateLimitedError as error:
            error.retry_after = self._record_refusal(period, error.retry_after)
            raise
        else:
            self._limit = min(self._concurrency, self._limit + 1 / self._limit)
            return answer
        finally:
            self._in_flight -= 1
            self._slot_freed.set()

    def _bind_to_running_loop(self) -> None:
        # An application may run several event loops in turn, and asyncio locks belong to one loop.
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._queue = asyncio.Lock()
            self._slot_freed = asyncio.Event()
            self._in_flight = 0


class LimitingChatProvider(ForwardingChatProvider):
    """A chat provider that wraps another and runs each call through an ``AdaptiveLimiter``."""

    def __init__(self, inner: ChatProvider, *, limiter: AdaptiveLimiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        return await self._limiter.run(lambda: self._inner.complete(request, on_text))
