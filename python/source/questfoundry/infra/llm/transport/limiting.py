"""Limit the concurrent calls of a project, and start the calls of an account in shared slots."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from math import inf
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from attrs import define

from questfoundry.domain.chat.exchange import (
    ChatRequest,
    ChatResponse,
    complete_usage,
    estimate_request_tokens,
)
from questfoundry.domain.errors import RateLimitedError, StoreError
from questfoundry.domain.events import LimitWaited
from questfoundry.domain.protocols.limits import CallRates, CallSlot, CallSlots
from questfoundry.domain.protocols.provider import ChatProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.rate_limit import LONGEST_PAUSE, SHORTEST_PAUSE, RateLimit

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
