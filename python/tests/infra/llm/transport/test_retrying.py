"""Tests of repeating failed calls, within limits."""

import pytest

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import (
    AuthenticationError,
    LLMError,
    MalformedAnswerError,
    ProviderFaultError,
    RateLimitedError,
    RefusedError,
    TimedOutError,
    TransportExhaustedError,
    UnreachableError,
)
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.protocols.provider import TextSink
from questfoundry.infra.llm.transport.retries import RetryPolicy, retry_policies
from questfoundry.infra.llm.transport.retrying_provider import RetryingChatProvider
from questfoundry.testing.clock import ManualClock, RecordingEventSink
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, says
from tests.support.calls import BehavingChatProvider, request


class Retrying:
    """A retrying provider over a script, with a clock that does not wait."""

    def __init__(self, *script: Reply, total_wait: float = 120.0) -> None:
        self.inner = ScriptedChatProvider(script)
        self.clock = ManualClock()
        self.events = RecordingEventSink()
        self.provider = RetryingChatProvider(
            self.inner,
            clock=self.clock,
            events=self.events,
            policies=retry_policies(total_wait),
        )


@pytest.mark.parametrize(
    "error",
    [
        RateLimitedError("busy", retry_after=2.0),
        ProviderFaultError("500"),
        UnreachableError("no connection"),
        TimedOutError("stalled"),
        MalformedAnswerError("no finish reason"),
    ],
)
async def test_a_transport_fault_is_not_the_end(error: LLMError) -> None:
    """One temporary failure must not end an hour's run, and the author sees the retry. (TRN-1.1)"""
    it = Retrying(error, says("Water everywhere."))

    response = await it.provider.complete(request())

    assert response.text == "Water everywhere."
    (event,) = it.events.events
    assert isinstance(event, ModelCallRetried)
    assert (event.attempt, event.problem) == (2, str(error))
    assert event.wait == pytest.approx(it.clock.monotonic())


@pytest.mark.parametrize("error", [AuthenticationError("no key"), RefusedError("too long")])
async def test_what_cannot_get_better_is_not_repeated(error: LLMError) -> None:
    """Repeating a refused call wastes time and money and cannot succeed."""
    it = Retrying(error)

    with pytest.raises(type(error)):
        await it.provider.complete(request())

    assert len(it.inner.requests) == 1


@pytest.mark.parametrize("kind", [RateLimitedError, ProviderFaultError])
async def test_the_provider_is_taken_at_its_word(kind: type[LLMError]) -> None:
    """Waiting less causes another refusal, and waiting more wastes time."""
    it = Retrying(kind("busy", retry_after=7.5), says("Here."))

    await it.provider.complete(request())

    assert it.clock.monotonic() == pytest.approx(7.5)


async def test_a_wait_beyond_the_ceiling_is_not_begun() -> None:
    """An author does not wait an hour at a prompt, so the command must stop and say how to
    resume.
    """
    it = Retrying(RateLimitedError("quota used up", retry_after=3600.0))

    with pytest.raises(
        TransportExhaustedError, match=r"3600\.0 s.*quota.*Resume the run"
    ) as caught:
        await it.provider.complete(request())

    assert it.clock.monotonic() == 0
    assert isinstance(caught.value.__cause__, RateLimitedError)


async def test_many_refusals_of_one_call_are_borne_until_the_ceiling() -> None:
    """A busy provider may refuse often with short waits, so the total wait decides and not the
    number.
    """
    refusals = [RateLimitedError("busy", retry_after=4.0) for _ in range(25)]
    it = Retrying(*refusals, says("At last."), total_wait=100.0)

    assert (await it.provider.complete(request())).text == "At last."
    with pytest.raises(TransportExhaustedError):
        await Retrying(*refusals, total_wait=99.0).provider.complete(request())


async def test_waits_grow_and_end() -> None:
    """Clients that retry in step would overload a recovering server."""
    it = Retrying(*[ProviderFaultError("503") for _ in range(6)])

    with pytest.raises(TransportExhaustedError) as caught:
        await it.provider.complete(request())

    waits = [event.wait for event in it.events.events if isinstance(event, ModelCallRetried)]
    assert len(it.inner.requests) == 6
    assert all(step / 2 <= wait <= step for wait, step in zip(waits, (1, 2, 4, 8, 16), strict=True))
    assert isinstance(caught.value.__cause__, ProviderFaultError)


async def test_a_server_that_is_not_there_is_given_up_soon() -> None:
    """A local server that is not running does not appear by itself, so the author must learn this
    soon. (TRN-1.7)
    """
    it = Retrying(*[UnreachableError("refused") for _ in range(3)])

    with pytest.raises(TransportExhaustedError):
        await it.provider.complete(request())

    assert it.clock.monotonic() <= 3.0


async def test_a_malformed_answer_is_asked_for_once_more_only() -> None:
    """A server that sends malformed answers rarely recovers, and each answer may be billed."""
    it = Retrying(MalformedAnswerError("cut"), MalformedAnswerError("cut"))

    with pytest.raises(TransportExhaustedError):
        await it.provider.complete(request())

    assert len(it.inner.requests) == 2


async def test_each_kind_of_failure_has_its_own_count() -> None:
    it = Retrying(
        MalformedAnswerError("cut"),
        UnreachableError("dropped"),
        ProviderFaultError("502"),
        UnreachableError("dropped"),
        says("Through."),
    )

    assert (await it.provider.complete(request())).text == "Through."


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
            raise UnreachableError("The connection broke.")
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


async def test_at_once_is_believed_a_few_times() -> None:
    """A server that always says "at once" would be asked without a pause."""
    it = Retrying(*[RateLimitedError("busy", retry_after=0.0)] * 99, total_wait=300.0)
    with pytest.raises(TransportExhaustedError):
        await it.provider.complete(request())
    assert len(it.inner.requests) < 30
    assert it.clock.monotonic() <= 300


async def test_all_waits_together_have_a_ceiling() -> None:
    """Different failures in turn must not add up to an endless wait."""
    turns = [RateLimitedError("busy", retry_after=50.0), ProviderFaultError("x", retry_after=50.0)]
    it = Retrying(*turns * 9, total_wait=120.0)
    with pytest.raises(TransportExhaustedError):
        await it.provider.complete(request())
    assert it.clock.monotonic() == pytest.approx(100)
