"""Start the calls of an account in slots, which projects, processes or machines share."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from math import inf
from threading import Lock
from weakref import WeakValueDictionary

from attrs import define

from questfoundry.domain.errors import RateLimitedError, StoreError
from questfoundry.domain.protocols.provider import CallRates, CallSlot, CallSlots
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.infra.llm.transport.rate_limit import LONGEST_PAUSE

HEADROOM = 0.96
"""The part of a known rate that is used, because calls do not arrive exactly as they were sent."""

RENEWAL = 20.0
"""The seconds between renewals of a lease."""

_FIRST_LOOK, _LONGEST_LOOK = 0.05, 1.0
"""The shortest and the longest seconds between two looks for a free lease."""


@define
class PacedCall:
    """A call that may start: the ``waited`` seconds, and its tokens when they are known."""

    tokens: int
    waited: float = 0.0


@define
class Pacer:
    """A gate that delays each call until its account, with the given rates, has a free slot.

    While the store of the slots cannot be reached, calls start without slots.
    """

    _slots: CallSlots
    rates: CallRates
    _clock: Clock

    @asynccontextmanager
    async def hold_slot(self, call: PacedCall) -> AsyncIterator[None]:
        """Wait for a slot of ``call``; at the end, count the tokens that ``call`` names then.

        If no slots are given for longer than ``LONGEST_PAUSE`` seconds, raise
        ``RateLimitedError``, so that the caller decides whether to wait.
        """
        expected, lease = call.tokens, None
        with suppress(StoreError):
            lease = (await self._await_slot(expected)).lease
        renewal = None if lease is None else asyncio.create_task(self._renew(lease))
        try:
            yield
        finally:
            if renewal is not None:
                renewal.cancel()
            await self._end(lease, call.tokens - expected)

    async def _end(self, lease: int | None, tokens: int) -> None:
        counted = 0 if self.rates.tokens_per_minute is None else tokens
        if counted or lease is not None:
            with suppress(StoreError):
                await self._slots.end(lease, self.rates, counted)

    async def close(self, seconds: float) -> None:
        """Give no slot to any caller in the next ``seconds``."""
        with suppress(StoreError):
            await self._slots.close(seconds)

    async def _await_slot(self, tokens: int) -> CallSlot:
        look = _FIRST_LOOK
        while True:
            slot = await self._slots.take(self.rates, tokens)
            if slot.is_taken and await self._await_time(slot):
                return slot
            if slot.is_closed:
                await self._await_opening(slot.wait)
            elif not slot.is_taken:
                await self._clock.sleep(look)
                look = min(_LONGEST_LOOK, 2 * look)

    async def _await_time(self, slot: CallSlot) -> bool:
        """Wait until the time of ``slot``; return false if the account was closed meanwhile."""
        is_open = slot.wait <= 0
        try:
            if not is_open:
                await self._clock.sleep(slot.wait)
                is_open = not await self._slots.get_closure()
        finally:
            if not is_open:
                await self._end(slot.lease, 0)
        return is_open

    async def _await_opening(self, seconds: float) -> None:
        if seconds > LONGEST_PAUSE:
            raise RateLimitedError(
                f"The provider accepts no calls for another {seconds:.0f} s. "
                "Wait that long, or choose another model.",
                retry_after=seconds,
            )
        await self._clock.sleep(seconds)

    async def _renew(self, lease: int) -> None:
        while True:
            await self._clock.sleep(RENEWAL)
            with suppress(StoreError):
                await self._slots.renew(lease)


class InMemoryCallSlots(CallSlots):
    """The slots of an account in this process; any thread may use them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._guard = Lock()
        self._next_call = self._next_token = self._closed_until = -inf
        self._leases: set[int] = set()
        self._numbers = count()

    async def take(self, rates: CallRates, tokens: int) -> CallSlot:
        with self._guard:
            now = self._clock.monotonic()
            if self._closed_until > now:
                return CallSlot(wait=self._closed_until - now, is_closed=True)
            if rates.calls_at_once is not None and len(self._leases) >= rates.calls_at_once:
                return CallSlot()
            start = max(now, self._next_call, self._next_token)
            self._next_call = start + seconds_per(rates.calls_per_minute)
            self._next_token = start + tokens * seconds_per(rates.tokens_per_minute)
            lease = None if rates.calls_at_once is None else next(self._numbers)
            if lease is not None:
                self._leases.add(lease)
            return CallSlot(wait=start - now, is_taken=True, lease=lease)

    async def renew(self, lease: int) -> None:
        """Do nothing: a lease in memory ends with the process."""

    async def end(self, lease: int | None, rates: CallRates, tokens: int) -> None:
        with self._guard:
            self._leases -= {lease}
            self._next_token += tokens * seconds_per(rates.tokens_per_minute)

    async def close(self, seconds: float) -> None:
        with self._guard:
            self._closed_until = max(self._closed_until, self._clock.monotonic() + seconds)

    async def get_closure(self) -> float:
        with self._guard:
            return max(0.0, self._closed_until - self._clock.monotonic())


def seconds_per(per_minute: float | None) -> float:
    """Return the seconds for one of ``per_minute`` calls or tokens; 0 if the rate is unknown."""
    return 0.0 if per_minute is None else 60.0 / (per_minute * HEADROOM)


_SHARED: WeakValueDictionary[tuple[str, Clock], InMemoryCallSlots] = WeakValueDictionary()
_SHARED_GUARD = Lock()


def share_call_slots(account: str, clock: Clock) -> CallSlots:
    """Return the slots of ``account``, which all callers in this process share."""
    with _SHARED_GUARD:
        return _SHARED.setdefault((account, clock), InMemoryCallSlots(clock))
