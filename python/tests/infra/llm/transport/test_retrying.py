"""Tests of repeating failed calls, within limits."""

import pytest

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.transport.retries import (
    RetryingChatProvider,
    RetryPolicy,
    retry_policies,
)
from questfoundry.testing.scripted import (
    ManualClock,
    RecordingEventSink,
    Reply,
    ScriptedChatProvider,
    says,
)
from tests.support.calls import BehavingChatProvider, request


class Retrying:
    """A retrying provider over a script, with a clock that does not wait."""

    def __init__(self, *script: Reply, total_wait: float = 120.0) -> None:
        self.inner = ScriptedChatProvider(script)
        self.clock = ManualClock()
        self.events = RecordingEventSink()
        self.provider = RetryingChatProvider(
            self.inner, clock=self.clock, events=self.events, policies=retry_policies(total_wait)
        )


@pytest.mark.parametrize(
    "error",
    [
        errors.RateLimitedError("busy", retry_after=2.0),
        errors.ProviderFaultError("500"),
        errors.UnreachableError("no connection"),
        errors.TimedOutError("stalled"),
        errors.MalformedAnswerError("no finish reason"),
    ],
)
async def test_a_transport_fault_is_not_the_end(error: errors.LLMError) -> None:
    """One temporary failure must not end an hour's run, and the author sees the retry."""
    it = Retrying(error, says("Water everywhere."))

    response = await it.provider.complete(request())

    assert response.text == "Water everywhere."
    (event,) = it.events.events
    assert isinstance(event, ModelCallRetried)
    assert (event.attempt, event.problem) == (2, str(error))
    assert event.wait == pytest.approx(it.clock.monotonic())


BUSY_4S = [errors.RateLimitedError("busy", retry_after=4.0)] * 25
AT_ONCE = [errors.RateLimitedError("busy", retry_after=0.0)] * 99
TURNS = [
    errors.RateLimitedError("x", retry_after=50.0),
    errors.ProviderFaultError("x", retry_after=50.0),
] * 9
CUT, DROPPED = errors.MalformedAnswerError("cut"), errors.UnreachableError("dropped")


@pytest.mark.parametrize(
    ("script", "total_wait", "error", "most_calls", "most_seconds"),
    [
        # What cannot get better is not repeated.
        ([errors.AuthenticationError("no key")], 120, errors.AuthenticationError, 1, 0),
        ([errors.RefusedError("too long")], 120, errors.RefusedError, 1, 0),
        # A local server that is not running does not appear by itself.
        ([DROPPED] * 3, 120, errors.TransportExhaustedError, 3, 3),
        # Each malformed answer may be billed.
        ([CUT, CUT], 120, errors.TransportExhaustedError, 2, 1),
        # The total wait decides about short waits, and not their number.
        (BUSY_4S, 99, errors.TransportExhaustedError, 25, 99),
        # A server that always says "at once" is not asked without a pause.
        (AT_ONCE, 300, errors.TransportExhaustedError, 29, 300),
        # Different failures in turn do not add up to an endless wait.
        (TURNS, 120, errors.TransportExhaustedError, 3, 100),
    ],
)
async def test_retries_end(
    script: list[errors.LLMError],
    total_wait: float,
    error: type[errors.LLMError],
    most_calls: int,
    most_seconds: float,
) -> None:
    """Repeating a call that cannot succeed wastes time and money. (TRN-1.7)"""
    it = Retrying(*script, total_wait=total_wait)
    with pytest.raises(error):
        await it.provider.complete(request())
    assert len(it.inner.requests) <= most_calls
    assert it.clock.monotonic() <= most_seconds


async def test_failures_that_cost_end_after_two_more_calls() -> None:
    """A server that fails in the middle of each answer is paid for each of these answers."""
    paid = errors.ProviderFaultError("overloaded in the middle")
    paid.has_cost = True
    it = Retrying(*[errors.RateLimitedError("busy"), paid] * 9)
    with pytest.raises(errors.TransportExhaustedError, match="Resume the run"):
        await it.provider.complete(request())
    assert len(it.inner.requests) == 6


@pytest.mark.parametrize(
    ("script", "seconds"),
    [
        # Waiting less than the provider says causes another refusal.
        ([errors.RateLimitedError("busy", retry_after=7.5)], 7.5),
        ([errors.ProviderFaultError("busy", retry_after=7.5)], 7.5),
        (BUSY_4S, 100.0),
        # Each kind of failure has its own count.
        ([CUT, DROPPED, errors.ProviderFaultError("502"), DROPPED], None),
    ],
)
async def test_failures_end_in_an_answer(
    script: list[errors.LLMError], seconds: float | None
) -> None:
    it = Retrying(*script, says("Here."), total_wait=100.0)
    assert (await it.provider.complete(request())).text == "Here."
    assert seconds is None or it.clock.monotonic() == pytest.approx(seconds)


async def test_a_wait_beyond_the_ceiling_is_not_begun() -> None:
    """No author waits for an hour, so the command stops and says how to resume."""
    it = Retrying(errors.RateLimitedError("quota used up", retry_after=3600.0))

    with pytest.raises(
        errors.TransportExhaustedError, match=r"3600\.0 s.*quota.*Resume the run"
    ) as caught:
        await it.provider.complete(request())

    assert it.clock.monotonic() == 0
    assert isinstance(caught.value.__cause__, errors.RateLimitedError)


async def test_waits_grow_and_end() -> None:
    """Clients that retry in step would overload a recovering server."""
    it = Retrying(*[errors.ProviderFaultError("503") for _ in range(6)])

    with pytest.raises(errors.TransportExhaustedError) as caught:
        await it.provider.complete(request())

    waits = [event.wait for event in it.events.events if isinstance(event, ModelCallRetried)]
    assert len(it.inner.requests) == 6
    assert all(step / 2 <= wait <= step for wait, step in zip(waits, (1, 2, 4, 8, 16), strict=True))
    assert isinstance(caught.value.__cause__, errors.ProviderFaultError)


def test_jitter_tells_calls_apart_and_runs_not() -> None:
    policy = RetryPolicy(attempts=3)

    assert policy.compute_wait(1, "one") == policy.compute_wait(1, "one")
    assert policy.compute_wait(1, "one") != policy.compute_wait(1, "two")


@pytest.mark.parametrize(
    ("broken", "whole", "seen"),
    [
        (["The ", "sea "], ["The sea ", "rose."], "The sea rose."),
        (["The ", "sea "], ["A storm ", "rose."], "The sea \nA storm rose."),
        (["The sea "], ["The ", "storm."], "The sea \nThe storm."),
        (["The sea rose", " high"], ["The sea ", "rose"], "The sea rose high\nThe sea rose"),
        ([], ["The sea."], "The sea."),
        (["The sea."], ["The ", "sea."], "The sea."),
    ],
)
async def test_a_watcher_reads_one_answer(broken: list[str], whole: list[str], seen: str) -> None:
    """An author who watches must not read the same beginning twice after a retry. (TRN-2.1)"""
    shown: list[str] = []

    async def behave(_: ChatRequest, on_text: TextSink | None) -> ChatResponse:
        assert on_text is not None
        for piece in broken if provider.calls == 1 else whole:
            on_text(piece)
        if provider.calls == 1:
            raise errors.UnreachableError("The connection broke.")
        return says("".join(whole))

    provider = BehavingChatProvider(behave)
    retrying = RetryingChatProvider(provider, clock=ManualClock(), events=RecordingEventSink())

    await retrying.complete(request(), shown.append)

    assert "".join(shown) == seen


async def test_the_decorator_is_the_provider_it_wraps() -> None:
    it = Retrying()

    await it.provider.close()

    assert it.provider.model == it.inner.model
    assert it.provider.traits == it.inner.traits
    assert it.inner.closed
