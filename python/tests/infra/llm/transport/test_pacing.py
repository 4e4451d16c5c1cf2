"""Tests of starting calls in the slots of an account whose rates are known."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import RateLimitedError, StoreError
from questfoundry.domain.events import LimitWaited
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.limits import CallRates, CallSlot, CallSlots
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.infra.llm.transport.limiting import (
    HEADROOM,
    RENEWAL,
    AdaptiveLimiter,
    InMemoryCallSlots,
    LimitingChatProvider,
    Pacer,
    share_call_slots,
)
from questfoundry.infra.llm.transport.rate_limit import LONGEST_PAUSE, RateLimit
from questfoundry.testing.contracts.jobs import CallSlotsContract
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.busy import busy_provider, fixed_window, sliding_window
from tests.support.calls import BehavingChatProvider, request


class TestInMemoryCallSlots(CallSlotsContract):
    """The slots that all projects of a process share."""

    @pytest.fixture
    def slots(self) -> CallSlots:
        return InMemoryCallSlots(ManualClock())


def machines(
    inner: ChatProvider,
    clock: ManualClock,
    slots: CallSlots,
    rates: CallRates,
    *,
    number: int = 8,
    events: RecordingEventSink | None = None,
) -> list[ChatProvider]:
    """Return a provider for each of several machines, which share only ``slots``."""
    return [
        LimitingChatProvider(
            inner,
            limiter=AdaptiveLimiter(
                RateLimit(clock), concurrency=8, pacer=Pacer(slots, rates, clock)
            ),
            events=events,
        )
        for _ in range(number)
    ]


@pytest.mark.parametrize("quota", [fixed_window, sliding_window])
async def test_machines_that_know_the_rate_use_it_without_a_refusal(quota: Any) -> None:
    """Eight machines at 100 calls a second reach 93 a second without a refusal. (TRN-4.1)"""
    clock = ManualClock()
    inner = busy_provider(clock, quota(100, 1.0))
    rates = CallRates(calls_per_minute=6_000)
    providers = machines(inner, clock, InMemoryCallSlots(clock), rates)

    asked = (each.complete(request(str(n))) for each in providers for n in range(100))
    await asyncio.gather(*asked)

    assert inner.calls == 800
    assert clock.monotonic() <= 800 / 93


async def test_a_refusal_stops_all_machines_for_as_long_as_the_provider_says() -> None:
    """The other machines would learn of the pause by refusals of their own."""
    clock = ManualClock()
    asked_at: list[float] = []

    async def behave(*_: object) -> Any:
        asked_at.append(clock.monotonic())
        raise RateLimitedError("Too many requests.", retry_after=30.0)

    slots = InMemoryCallSlots(clock)
    first, second = machines(BehavingChatProvider(behave), clock, slots, CallRates(), number=2)
    for each in (first, second):
        with pytest.raises(RateLimitedError):
            await each.complete(request())

    assert asked_at == [0.0, 30.0]


async def test_a_call_that_waits_for_its_slot_sees_a_refusal() -> None:
    """Otherwise each machine would ask once more after the refusal."""
    clock = ManualClock()
    slots = InMemoryCallSlots(clock)
    inner = busy_provider(clock, lambda _: 0.0)
    (provider,) = machines(inner, clock, slots, CallRates(calls_per_minute=60), number=1)
    await provider.complete(request())

    waiting = asyncio.create_task(provider.complete(request()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await slots.close(20.0)
    await waiting

    assert clock.monotonic() >= 20.0


async def test_a_long_pause_is_an_error_that_says_how_long() -> None:
    """The caller decides whether to wait for an hour."""
    clock = ManualClock()
    slots = InMemoryCallSlots(clock)
    await slots.close(LONGEST_PAUSE + 1)
    (provider,) = machines(busy_provider(clock, lambda _: 0.0), clock, slots, CallRates(), number=1)

    with pytest.raises(RateLimitedError, match="another 61 s") as caught:
        await provider.complete(request())

    assert caught.value.retry_after == pytest.approx(LONGEST_PAUSE + 1)


async def test_a_call_waits_for_a_lease_and_keeps_it_while_it_runs() -> None:
    """A lease that expired during a long call would let more calls run than allowed."""
    clock = ManualClock()
    inner = busy_provider(clock, lambda _: 0.0, latency=RENEWAL * 3.5)
    slots = CountingSlots(clock)
    rates = CallRates(calls_at_once=2)

    providers = machines(inner, clock, slots, rates, number=3)
    await asyncio.gather(*(each.complete(request()) for each in providers))

    assert inner.most_at_once == 2
    assert slots.renewals == 3 * 3
    assert (await slots.take(rates, 0)).is_taken


async def test_tokens_of_a_call_delay_the_next_call() -> None:
    """A limit on tokens is reached by few large calls, and the provider counts them."""
    clock, events = ManualClock(), RecordingEventSink()
    inner = busy_provider(clock, lambda _: 0.0)
    rates = CallRates(tokens_per_minute=60)
    (provider,) = machines(inner, clock, InMemoryCallSlots(clock), rates, number=1, events=events)

    first = await provider.complete(request("word " * 400))
    await provider.complete(request("go"))

    (waited,) = events.events
    assert isinstance(waited, LimitWaited)
    assert waited.wait == pytest.approx(first.usage.total_tokens / HEADROOM, abs=0.1)


async def test_calls_start_while_the_store_of_the_slots_is_away() -> None:
    """A limit must not stop the work: the provider refuses, and each process learns."""
    clock = ManualClock()
    inner = busy_provider(clock, lambda _: 0.0)
    rates = CallRates(calls_per_minute=1, tokens_per_minute=1)
    (provider,) = machines(inner, clock, AwaySlots(clock), rates, number=1)

    await asyncio.gather(*(provider.complete(request()) for _ in range(3)))

    assert inner.calls == 3


def test_projects_in_a_process_share_the_slots_of_an_account() -> None:
    """Each project would use the whole rate for itself."""
    clock = ManualClock()
    assert share_call_slots("a", clock) is share_call_slots("a", clock)
    assert share_call_slots("a", clock) is not share_call_slots("b", clock)


def test_the_limits_in_the_settings_are_those_of_the_account(tmp_path: Path) -> None:
    """The account is the server and the key, and the key is never stored."""
    (tmp_path / "project.yaml").write_text("limits: {calls_per_minute: 60, calls_at_once: 4}")
    settings = load_settings(tmp_path, {"OPENAI_API_KEY": "sk-secret"})
    container, accounts = ProjectContainer(settings), list[str]()

    def open_slots(account: str) -> CallSlots:
        accounts.append(account)
        return InMemoryCallSlots(ManualClock())

    container.call_slots.override(open_slots)
    container.stack().get_provider(Chosen(ref=ModelRef.parse("openai/gpt-4o"), origin="test"))

    assert settings.file.limits.rates == CallRates(calls_per_minute=60, calls_at_once=4)
    assert len(accounts) == 1
    assert "secret" not in accounts[0]


class CountingSlots(InMemoryCallSlots):
    """Slots that count the renewals of leases."""

    renewals = 0

    async def renew(self, lease: int) -> None:
        self.renewals += 1


class AwaySlots(InMemoryCallSlots):
    """Slots whose store cannot be reached."""

    async def take(self, rates: CallRates, tokens: int) -> CallSlot:
        raise StoreError("The database cannot be reached.")

    async def end(self, lease: int | None, rates: CallRates, tokens: int) -> None:
        raise StoreError("The database cannot be reached.")
