"""No more calls at a time than the provider allows, as far as its refusals tell.

Packages that limit rates (aiolimiter, pyrate-limiter, throttled-py) want to be told the
rate; here it is unknown, differs from key to key, and is learned from what was refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.protocols.chat_provider import ChatProvider, TextSink
from questfoundry.domain.protocols.clock import Clock
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider

Answer = TypeVar("Answer")

SHORTEST_PAUSE = 0.02
LONGEST_PAUSE = 60.0


class AdaptiveLimiter:
    """The one gate of all calls to the same provider: at most ``concurrency`` inside.

    A refused call closes the gate for as long as the provider says; where it does not say,
    for a pause that doubles while nothing is accepted and halves otherwise. Then there is
    room for as many calls as were accepted since the gate had opened before, and each
    answer makes a little more: about one call more with each round of answers.
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

    async def acquire(self) -> int:
        """Wait for a call's turn, first come first served; returns the number of the opening.

        A gate closed for longer than ``LONGEST_PAUSE`` is not waited for here: the caller
        decides, upon a ``RateLimitedError``.
        """
        self._bind_to_running_loop()
        async with self._queue:
            while True:
                pause_left = self._resumes_at - self._clock.monotonic()
                if pause_left > LONGEST_PAUSE:
                    raise RateLimitedError(
                        f"The provider takes no calls for another {pause_left:.0f} s. "
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

    def release(self) -> None:
        """A call has ended, in whatever way."""
        self._in_flight -= 1
        self._slot_freed.set()

    def record_success(self) -> None:
        """The provider answered a call."""
        self._limit = min(self._concurrency, self._limit + 1 / self._limit)

    def record_refusal(self, period: int, retry_after: float | None) -> float:
        """The provider refused a call that has not left; returns the seconds to wait."""
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
        # Long answers of earlier openings count too: their number is what the provider bears.
        accepted = max(1, self._accepted, self._in_flight - 1)
        self._limit = min(self._concurrency, accepted)
        return max(0.0, self._resumes_at - now)

    async def run(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        """Make a call when it is its turn, and learn from what becomes of it."""
        period = await self.acquire()
        try:
            answer = await call()
        except RateLimitedError as error:
            error.retry_after = self.record_refusal(period, error.retry_after)
            raise
        else:
            self.record_success()
            return answer
        finally:
            self.release()

    def _bind_to_running_loop(self) -> None:
        # An embedder may run one event loop after another; locks belong to one of them.
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._queue = asyncio.Lock()
            self._slot_freed = asyncio.Event()
            self._in_flight = 0


class LimitingChatProvider(ForwardingChatProvider):
    """Lets each call through the gate."""

    def __init__(self, inner: ChatProvider, *, limiter: AdaptiveLimiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask when it is this call's turn; a ``RateLimitedError`` says when the gate opens."""
        return await self._limiter.run(lambda: self._inner.complete(request, on_text))
