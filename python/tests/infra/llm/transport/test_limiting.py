"""Tests of limiting parallel calls and of learning a provider's limit from its refusals."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

import pytest

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import ProviderFaultError, RateLimitedError
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.rate_limit import RateLimit, share_rate_limit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider
from questfoundry.testing.scripted import (
    ManualClock,
    RecordingEventSink,
    ScriptedChatProvider,
    says,
)
from tests.support.busy import (
    Quota,
    busy_provider,
    exactly,
    fixed_window,
    not_said,
    sliding_window,
    token_bucket,
    whole_seconds,
)
from tests.support.calls import BehavingChatProvider, request


async def ask_many(inner: BehavingChatProvider, clock: ManualClock, *, concurrency: int) -> int:
    """Make 200 calls through the decorators in their order and return the number of answers."""
    limiter = AdaptiveLimiter(RateLimit(clock), concurrency=concurrency)
    provider = RetryingChatProvider(
        LimitingChatProvider(inner, limiter=limiter), clock=clock, events=RecordingEventSink()
    )
    answers = await asyncio.gather(*(provider.complete(request(str(n))) for n in range(200)))
    return len(answers)


async def granted(quota: Quota, **provider: Any) -> tuple[float, BehavingChatProvider]:
    """Return the seconds until a busy provider has answered all calls, and that provider."""
    clock = ManualClock()
    inner = busy_provider(clock, quota, **provider)
    assert await ask_many(inner, clock, concurrency=20) == 200
    return clock.monotonic(), inner


async def test_no_more_calls_run_at_once_than_allowed() -> None:
    """More calls than allowed would cause refusals, and fewer would waste time. (TRN-3.2)"""
    seconds, inner = await granted(lambda _: 0.0)
    assert inner.most_at_once == 20
    assert seconds == pytest.approx(200 / 20 * 0.05, rel=0.01)


@pytest.mark.parametrize(
    ("quota", "ideal"),
    [
        (lambda: fixed_window(100, 1.0), 1.25),
        (lambda: sliding_window(100, 1.0), 1.275),
        (lambda: token_bucket(100, 100), 1.05),
        (lambda: token_bucket(20, 100), 1.85),
        (lambda: token_bucket(10, 100), 1.95),
    ],
)
async def test_200_calls_take_hardly_longer(quota: Callable[[], Quota], ideal: float) -> None:
    """A limiter that waits longer than it must slows down every long run. (TRN-3.2)"""
    assert (await granted(quota()))[0] <= ideal * 1.05


@pytest.mark.parametrize("retry_after", [whole_seconds, not_said])
@pytest.mark.parametrize(
    "quota",
    [
        lambda: fixed_window(100, 1.0),
        lambda: sliding_window(100, 1.0),
        lambda: token_bucket(100, 100),
    ],
)
async def test_rounded_and_unsaid_waits_take_two_seconds(
    quota: Callable[[], Quota], retry_after: Callable[[float], float | None]
) -> None:
    """Many providers round the wait or send none, and the limiter must still be fast."""
    assert (await granted(quota(), retry_after=retry_after))[0] <= 2.0


@pytest.mark.parametrize("capacity", [10, 20])
async def test_a_pause_that_is_not_said_is_found_and_shortened_again(capacity: int) -> None:
    """A pause that grew after a refusal must shrink again, or the run stays slow."""
    seconds, _ = await granted(token_bucket(capacity, 100), retry_after=not_said)
    assert seconds <= 1.05 * 200 / 100


async def test_while_the_gate_is_closed_no_call_is_made() -> None:
    """A call during the pause would be refused too and may extend the block."""
    clock = ManualClock()
    asked_at: list[float] = []

    async def behave(_: ChatRequest, __: TextSink | None) -> ChatResponse:
        asked_at.append(clock.monotonic())
        await clock.sleep(0.01)
        if len(asked_at) <= 3:
            raise RateLimitedError("Too many requests.", retry_after=5.0)
        return says("Granted.")

    await ask_many(BehavingChatProvider(behave), clock, concurrency=3)

    assert [round(at, 2) for at in asked_at[:4]] == [0.0, 0.0, 0.0, 5.01]


async def test_refusals_are_few_where_the_provider_says_when() -> None:
    """Some providers count refused calls against the quota."""
    _, inner = await granted(fixed_window(100, 1.0), retry_after=exactly)
    assert inner.calls <= 220


async def test_a_limit_on_calls_at_once_is_found_and_kept() -> None:
    """Ignoring a local server's limit causes endless refusals."""
    clock = ManualClock()
    running = 0

    async def behave(_: ChatRequest, __: TextSink | None) -> ChatResponse:
        nonlocal running
        if running >= 5:
            raise RateLimitedError("Too many requests at once.", retry_after=0.1)
        running += 1
        await clock.sleep(1.0)
        running -= 1
        return says("Granted.")

    inner = BehavingChatProvider(behave)
    await ask_many(inner, clock, concurrency=20)

    assert clock.monotonic() <= 1.15 * 200 / 5
    assert inner.calls <= 300


async def test_the_wait_that_reaches_the_caller_is_the_gate_s() -> None:
    limiter = AdaptiveLimiter(RateLimit(ManualClock()), concurrency=4)
    refusing = ScriptedChatProvider(
        [RateLimitedError("no hint"), RateLimitedError("", retry_after=9)]
    )
    provider = LimitingChatProvider(refusing, limiter=limiter)

    with pytest.raises(RateLimitedError) as first:
        await provider.complete(request())
    with pytest.raises(RateLimitedError) as second:
        await provider.complete(request())

    assert first.value.retry_after is not None
    assert 0 < first.value.retry_after < 1
    assert second.value.retry_after == 9


async def test_a_gate_that_is_closed_for_long_is_not_waited_for() -> None:
    """A quota that returns in an hour must fail at once instead of hanging the command."""
    clock = ManualClock()
    refusing = ScriptedChatProvider([RateLimitedError("quota used up", retry_after=3600)])
    limiter = AdaptiveLimiter(RateLimit(clock), concurrency=4)
    provider = LimitingChatProvider(refusing, limiter=limiter)

    with pytest.raises(RateLimitedError):
        await provider.complete(request())
    with pytest.raises(RateLimitedError, match="another 3600 s") as later:
        await provider.complete(request())

    assert later.value.retry_after == 3600
    assert len(refusing.requests) == 1
    assert clock.monotonic() == 0


async def test_a_failed_or_cancelled_call_gives_its_place_back() -> None:
    limiter = AdaptiveLimiter(RateLimit(ManualClock()), concurrency=1)
    never = asyncio.Event()

    async def behave(asked: ChatRequest, _: TextSink | None) -> ChatResponse:
        match asked.messages[0].content:
            case "fail":
                raise ProviderFaultError("500")
            case "hang":
                await never.wait()
        return says("Granted.")

    provider = LimitingChatProvider(BehavingChatProvider(behave), limiter=limiter)
    with pytest.raises(ProviderFaultError):
        await provider.complete(request("fail"))
    hanging = asyncio.create_task(provider.complete(request("hang")))
    queued = asyncio.create_task(provider.complete(request("go")))
    await asyncio.sleep(0)
    gone = asyncio.create_task(provider.complete(request("go")))
    await asyncio.sleep(0)
    gone.cancel()
    hanging.cancel()

    assert (await queued).text == "Granted."
    assert (await provider.complete(request("go"))).text == "Granted."


def test_one_limiter_serves_one_event_loop_after_another() -> None:
    """A limiter's locks belong to one event loop, but embedders start several."""
    clock = ManualClock()
    limiter = AdaptiveLimiter(RateLimit(clock), concurrency=1)

    async def ask_twice() -> list[ChatResponse]:
        provider = LimitingChatProvider(busy_provider(clock, lambda _: 0.0), limiter=limiter)
        return await asyncio.gather(provider.complete(request()), provider.complete(request()))

    assert len(asyncio.run(ask_twice())) == 2
    assert len(asyncio.run(ask_twice())) == 2


async def ask_in_projects(limits: Callable[[ManualClock], Callable[[], RateLimit]]) -> int:
    """Make 1,000 calls from forty projects at 100 calls a second; return the refused calls."""
    clock = ManualClock()
    get_limit = limits(clock)
    inner = busy_provider(clock, fixed_window(100, 1.0))
    projects = [
        RetryingChatProvider(
            LimitingChatProvider(inner, limiter=AdaptiveLimiter(get_limit(), concurrency=8)),
            clock=clock,
            events=RecordingEventSink(),
        )
        for _ in range(40)
    ]
    asked = (each.complete(request(str(n))) for each in projects for n in range(25))
    assert len(await asyncio.gather(*asked)) == 1_000
    assert clock.monotonic() <= 1.05 * 9
    return inner.calls - 1_000


async def test_projects_that_share_a_limit_are_refused_less() -> None:
    """Each project would learn the limit of one key by refusals of its own."""

    def shared(clock: ManualClock) -> Callable[[], RateLimit]:
        limit = RateLimit(clock)
        return lambda: limit

    apart = await ask_in_projects(lambda clock: lambda: RateLimit(clock))
    assert await ask_in_projects(shared) <= 0.6 * apart


def test_event_loops_in_two_threads_share_a_limit() -> None:
    """A worker runs each story in a thread of its own. Its calls must wait for the others'."""
    limit = RateLimit(SystemClock())
    refused, most, running, guard = [], 0, 0, Lock()

    async def behave(_: ChatRequest, __: TextSink | None) -> ChatResponse:
        nonlocal most, running
        if not refused:
            refused.append(True)
            raise RateLimitedError("Too many requests.", retry_after=0)
        with guard:
            running += 1
            most = max(most, running)
        await asyncio.sleep(0)
        with guard:
            running -= 1
        return says("Granted.")

    async def ask() -> int:
        limiter = AdaptiveLimiter(limit, concurrency=50)
        provider = RetryingChatProvider(
            LimitingChatProvider(BehavingChatProvider(behave), limiter=limiter),
            clock=SystemClock(),
            events=RecordingEventSink(),
        )
        return len(await asyncio.gather(*(provider.complete(request(str(n))) for n in range(50))))

    with ThreadPoolExecutor(2) as threads:
        done = [threads.submit(asyncio.run, ask()) for _ in range(2)]
        assert [each.result() for each in done] == [50, 50]
    assert most <= 2 * 50


def test_a_limit_is_shared_by_all_that_name_one_account() -> None:
    """Two keys must not slow each other down, and no account means no sharing."""
    clock = SystemClock()
    first = share_rate_limit("a", clock)
    assert share_rate_limit("a", SystemClock()) is first
    assert share_rate_limit("b", clock) is not first
    assert share_rate_limit("a", ManualClock()) is not first
    assert share_rate_limit("", clock) is not share_rate_limit("", clock)
