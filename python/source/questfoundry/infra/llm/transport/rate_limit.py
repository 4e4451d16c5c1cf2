"""Learn the rate limit of an account from the calls that its provider refuses.

Packages that limit rates (aiolimiter, pyrate-limiter, throttled-py) need to know the rate. Here the
rate is unknown and differs between API keys.
"""

import asyncio
from contextlib import suppress
from math import inf
from threading import Lock
from weakref import WeakValueDictionary

from attrs import frozen

from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.protocols.workspace import Clock

SHORTEST_PAUSE = 0.02
LONGEST_PAUSE = 60.0

SLACK = 5.0
"""The factor by which more calls may run at once than the measured rate needs.

With less, a quota that returns all at once is used too slowly. With more, more calls are refused at
its end.
"""


@frozen
class Permit:
    """The permission for one call: the number of its period, and the time of its start.

    A period is the time between two pauses.
    """

    period: int
    started_at: float


class RateLimit:
    """The calls that a provider accepts at once for one account; any thread may use it.

    A rate limit error (HTTP 429) pauses all calls for the seconds in the provider's
    ``retry_after``. If the provider sends none, the length is chosen here. The pause is twice as
    long as the last pause if no call was accepted in between, else half as long.

    After a pause, the limit is the number of calls accepted since the previous pause, but at most
    ``SLACK`` times as many as run at once at the measured rate (Little's law: rate times duration
    of a call). Each answer raises the limit by ``1 / limit``, so a full round of answers raises it
    by about one.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._guard = Lock()
        self._waiting: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._limit = inf
        self._in_flight = 0
        self._period = 0
        self._accepted = 0
        self._is_paused = False
        self._paused_at = 0.0
        self._resumes_at = 0.0
        self._pause = self._previous_pause = 0.0
        self._began_at = clock.monotonic()
        self._duration = 0.0

    async def acquire(self) -> Permit:
        """Wait until a call may start.

        If the pause lasts longer than ``LONGEST_PAUSE`` seconds, raise ``RateLimitedError``, so
        that the caller decides whether to wait.
        """
        changed = asyncio.Event()
        try:
            while True:
                with self._guard:
                    self._waiting[changed] = asyncio.get_running_loop()
                    changed.clear()
                    now = self.clock.monotonic()
                    pause_left = self._resumes_at - now
                    if pause_left <= 0 and self._in_flight + 1 <= self._limit:
                        return self._start(now)
                if pause_left > LONGEST_PAUSE:
                    raise RateLimitedError(
                        f"The provider accepts no calls for another {pause_left:.0f} s. "
                        "Wait that long, or choose another model.",
                        retry_after=pause_left,
                    )
                if pause_left > 0:
                    await self.clock.sleep(pause_left)
                else:
                    await changed.wait()
        finally:
            with self._guard:
                del self._waiting[changed]

    def _start(self, now: float) -> Permit:
        if self._is_paused:
            rate = self._accepted / max(now - self._began_at, SHORTEST_PAUSE)
            self._limit = min(self._limit, max(1.0, SLACK * rate * self._duration))
            self._is_paused, self._accepted, self._began_at = False, 0, now
            self._period += 1
        self._in_flight += 1
        self._accepted += 1
        return Permit(self._period, now)

    def release(self, permit: Permit, *, answered: bool) -> None:
        """End a call; an answer raises the limit."""
        with self._guard:
            self._in_flight -= 1
            if answered:
                self._limit += 1 / self._limit
                taken = self.clock.monotonic() - permit.started_at
                self._duration += (taken - self._duration) * (0.1 if self._duration else 1.0)
            # Wake all, because the event loop of the first one may have stopped.
            for changed, loop in self._waiting.items():
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(changed.set)

    def record_refusal(self, permit: Permit, retry_after: float | None) -> float:
        """Pause all calls after a rate limit error, lower the limit and return the wait."""
        # Additive increase (see `release`), and on a refusal a decrease to the measured capacity.
        # Several calls of one period may be refused at once: only the first starts the pause
        # and fixes the previous pause that is doubled or halved.
        with self._guard:
            now = self.clock.monotonic()
            if permit.period == self._period:
                self._accepted -= 1
                if not self._is_paused:
                    self._is_paused, self._paused_at = True, now
                    self._previous_pause = self._pause
                pause = self._previous_pause * (0.5 if self._accepted else 2)
                self._pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, pause))
            pause_ends = self._paused_at + self._pause if retry_after is None else now + retry_after
            self._resumes_at = max(self._resumes_at, pause_ends)
            # Calls of earlier periods still in flight count too: the provider accepted them.
            self._limit = max(1, self._accepted, self._in_flight - 1)
            return max(0.0, self._resumes_at - now)


_SHARED: WeakValueDictionary[tuple[str, Clock], RateLimit] = WeakValueDictionary()
_SHARED_GUARD = Lock()


def share_rate_limit(account: str, clock: Clock) -> RateLimit:
    """Return the rate limit of ``account``, which all callers in this process share.

    Without an account, return a rate limit of the caller's own.
    """
    if not account:
        return RateLimit(clock)
    with _SHARED_GUARD:
        return _SHARED.setdefault((account, clock), RateLimit(clock))
