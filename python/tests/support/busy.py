"""Providers with a limited number of calls a second, as real servers count them."""

import math
from collections import deque
from collections.abc import Callable

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import RateLimitedError
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.testing.scripted import says
from tests.support.calls import BehavingChatProvider

Quota = Callable[[float], float]
"""A function from the time to 0 if a call is allowed, else to the seconds until one is allowed."""


def fixed_window(allowed: int, period: float) -> Quota:
    window, used = -1, 0

    def ask(now: float) -> float:
        nonlocal window, used
        if int(now / period) != window:
            window, used = int(now / period), 0
        if used < allowed:
            used += 1
            return 0.0
        return (window + 1) * period - now

    return ask


def sliding_window(allowed: int, period: float) -> Quota:
    granted: deque[float] = deque()

    def ask(now: float) -> float:
        while granted and now - granted[0] >= period - 1e-9:
            granted.popleft()
        if len(granted) < allowed:
            granted.append(now)
            return 0.0
        return granted[0] + period - now

    return ask


def token_bucket(capacity: float, rate: float) -> Quota:
    """Allow calls while a bucket has tokens; it fills with ``rate`` tokens a second."""
    tokens, filled_at = capacity, 0.0

    def ask(now: float) -> float:
        nonlocal tokens, filled_at
        tokens, filled_at = min(capacity, tokens + (now - filled_at) * rate), now
        if tokens >= 1 - 1e-9:
            tokens -= 1
            return 0.0
        return (1 - tokens) / rate

    return ask


def whole_seconds(wait: float) -> float:
    """Return Retry-After as most servers send it."""
    return math.ceil(wait)


def exactly(wait: float) -> float:
    return wait


def not_said(_: float) -> None:
    """Return no Retry-After."""


def busy_provider(
    clock: Clock,
    quota: Quota,
    *,
    latency: float = 0.05,
    retry_after: Callable[[float], float | None] = exactly,
) -> BehavingChatProvider:
    """Return a provider with this quota; ``latency`` is in seconds."""

    async def behave(request: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        await clock.sleep(latency / 2)
        wait = quota(clock.monotonic())
        await clock.sleep(latency / 2)
        if wait > 0:
            raise RateLimitedError("Too many requests.", retry_after=retry_after(wait))
        return says("Granted.")

    return BehavingChatProvider(behave)
