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
        self._room: float = concurrency
        self._inside = 0
        self._opening = 0
        self._accepted = 0
        self._closed = False
        self._closed_at = 0.0
        self._opens = 0.0
        self._pause = self._last_pause = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None

    async def enter(self) -> int:
        """Wait for a call's turn, first come first served; returns the number of the opening.

        A gate closed for longer than ``LONGEST_PAUSE`` is not waited for here: the caller
        decides, upon a ``RateLimitedError``.
        """
        self._follow_loop()
        async with self._turnstile:
            while True:
                closed_for = self._opens - self._clock.monotonic()
                if closed_for > LONGEST_PAUSE:
                    raise RateLimitedError(
                        f"The provider takes no calls for another {closed_for:.0f} s. "
                        "Wait that long, or choose another model.",
                        retry_after=closed_for,
                    )
                if closed_for > 0:
                    await self._clock.sleep(closed_for)
                elif self._inside >= int(self._room):
                    self._left.clear()
                    await self._left.wait()
                else:
                    break
            if self._closed:
                self._closed, self._accepted = False, 0
                self._opening += 1
            self._inside += 1
            self._accepted += 1
            return self._opening

    def leave(self) -> None:
        """A call has ended, in whatever way."""
        self._inside -= 1
        self._left.set()

    def granted(self) -> None:
        """The provider answered a call."""
        self._room = min(self._concurrency, self._room + 1 / self._room)

    def refused(self, opening: int, retry_after: float | None) -> float:
        """The provider refused a call that has not left; returns the seconds to wait."""
        now = self._clock.monotonic()
        if opening == self._opening:
            self._accepted -= 1
            if not self._closed:
                self._closed, self._closed_at = True, now
                self._last_pause = self._pause
            pause = self._last_pause * (0.5 if self._accepted else 2)
            self._pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, pause))
        pause_ends = self._closed_at + self._pause if retry_after is None else now + retry_after
        self._opens = max(self._opens, pause_ends)
        # Long answers of earlier openings count too: their number is what the provider bears.
        accepted = max(1, self._accepted, self._inside - 1)
        self._room = min(self._concurrency, accepted)
        return max(0.0, self._opens - now)

    async def through(self, call: Callable[[], Awaitable[Answer]]) -> Answer:
        """Make a call when it is its turn, and learn from what becomes of it."""
        opening = await self.enter()
        try:
            answer = await call()
        except RateLimitedError as error:
            error.retry_after = self.refused(opening, error.retry_after)
            raise
        else:
            self.granted()
            return answer
        finally:
            self.leave()

    def _follow_loop(self) -> None:
        # An embedder may run one event loop after another; locks belong to one of them.
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop = loop
            self._turnstile = asyncio.Lock()
            self._left = asyncio.Event()
            self._inside = 0


class LimitingChatProvider(ForwardingChatProvider):
    """Lets each call through the gate."""

    def __init__(self, inner: ChatProvider, *, limiter: AdaptiveLimiter) -> None:
        super().__init__(inner)
        self._limiter = limiter

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Ask when it is this call's turn; a ``RateLimitedError`` says when the gate opens."""
        return await self._limiter.through(lambda: self._inner.complete(request, on_text))
