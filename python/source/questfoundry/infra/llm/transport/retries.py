"""Retry model calls that fail, for example because a server is busy."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from attrs import evolve, field, frozen
from attrs.validators import ge, gt, optional

from questfoundry.domain.chat.codec import request_to_dict
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.errors import (
    LLMError,
    MalformedAnswerError,
    ProviderFaultError,
    RateLimitedError,
    TimedOutError,
    TransportExhaustedError,
    UnreachableError,
)
from questfoundry.domain.events import ModelCallRetried
from questfoundry.domain.protocols.provider import ChatProvider, EmbeddingProvider, TextSink
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.text.digest import digest, to_canonical_json
from questfoundry.infra.llm.transport.forwarding import ForwardingChatProvider
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter

TOTAL_WAIT = 120.0


@frozen(kw_only=True)
class RetryPolicy:
    """The limits and waiting times after one kind of failure; times are in seconds.

    The wait after failure n is ``base * factor ** (n - 1)``, but at most ``max_wait``. Up to half
    of this wait is subtracted as jitter, so that different requests do not retry at the same time.

    ``attempts`` is the maximum number of calls including the first; ``None`` means no limit.
    ``total_wait`` is the limit on the sum of all waits.
    """

    attempts: int | None = field(validator=optional(ge(1)))
    base: float = field(default=1.0, validator=gt(0))
    factor: float = field(default=2.0, validator=ge(1))
    max_wait: float = field(default=30.0, validator=gt(0))
    total_wait: float = field(default=TOTAL_WAIT, validator=ge(0))

    def compute_wait(self, failures: int, request_text: str) -> float:
        """Return the wait after ``failures`` failures; ``request_text`` varies the jitter."""
        step = min(self.max_wait, self.base * self.factor ** (failures - 1))
        return step * (1 - _jitter_fraction(request_text, failures) / 2)

    def can_retry(self, failures: int, waited: float) -> bool:
        """Return whether to try again after ``failures`` failures and ``waited`` seconds."""
        enough = self.attempts is not None and failures >= self.attempts
        return not enough and waited <= self.total_wait


def retry_policies(total_wait: float = TOTAL_WAIT) -> Mapping[type[LLMError], RetryPolicy]:
    """Return the default policies by kind of failure; kinds without a policy are never retried.

    ``total_wait`` limits the waits for a provider that is busy or failing. An unreachable provider
    gets at most 3 seconds, because a server that is not running does not start by itself.
    """
    return {
        # A 429 asks to wait, so one call may get several; only the waiting time is limited.
        RateLimitedError: RetryPolicy(attempts=None, total_wait=total_wait),
        ProviderFaultError: RetryPolicy(attempts=6, total_wait=total_wait),
        TimedOutError: RetryPolicy(attempts=3, total_wait=total_wait),
        UnreachableError: RetryPolicy(attempts=3, max_wait=2.0, total_wait=min(3.0, total_wait)),
        MalformedAnswerError: RetryPolicy(attempts=2, total_wait=total_wait),
    }


DEFAULT_POLICIES = retry_policies()


def _jitter_fraction(request_text: str, failures: int) -> float:
    # A fraction from 0 to 1 by hash: it differs between calls that fail together, but is the
    # same whenever the same call is repeated.
    return int(digest(f"{request_text}#{failures}")[:8], 16) / 0xFFFFFFFF


Answer = TypeVar("Answer")

SHORT_WAIT = 1.0
"""A ``retry_after`` of fewer seconds counts as a short wait."""

MAX_SHORT_WAITS = 8
"""The most short waits accepted per call; after these, the policy computes the waits."""

MAX_PAID_FAILURES = 3
"""The most failures of a call, of any kind, that come after the server has begun an answer."""


def _do_nothing() -> None:
    pass


@frozen(kw_only=True)
class Retries:
    """A retry loop for failed calls; it raises ``TransportExhaustedError`` when it gives up.

    Failures and waits are counted separately for each kind of failure. All waits together never
    exceed the largest ``total_wait`` of the policies. A ``retry_after`` from the provider replaces
    the computed wait. Only the first ``MAX_SHORT_WAITS`` waits may be shorter than ``SHORT_WAIT``.
    A call is never repeated after ``MAX_PAID_FAILURES`` failures that must be paid for.
    """

    _model: str
    _clock: Clock
    _events: EventSink
    _policies: Mapping[type[LLMError], RetryPolicy] = DEFAULT_POLICIES

    async def run(
        self,
        call: Callable[[], Awaitable[Answer]],
        *,
        request_text: Callable[[], str],
        before_retry: Callable[[], None] = _do_nothing,
    ) -> Answer:
        """Call ``call`` until it succeeds, and return its answer.

        After an ``LLMError`` of a kind that has a policy, wait and try again. ``before_retry`` is
        called after each wait. ``request_text`` returns the request as text. A hash of this text
        varies each wait, so different calls that fail together retry at different times.
        """
        waits: dict[type[LLMError], list[float]] = defaultdict(list)
        paid_failures = 0
        while True:
            try:
                return await call()
            except LLMError as error:
                paid_failures += error.has_cost
                kind = next((kind for kind in self._policies if isinstance(error, kind)), None)
                if kind is None:
                    raise
                policy = self._policies[kind]
                if paid_failures == MAX_PAID_FAILURES:
                    policy = evolve(policy, attempts=1)
                other_waits = sum(map(sum, waits.values())) - sum(waits[kind])
                wait = self._next_wait(policy, waits[kind], other_waits, error, request_text)
                waits[kind].append(wait)
                attempt = 1 + sum(map(len, waits.values()))
                self._events.emit(
                    ModelCallRetried(
                        model=self._model, attempt=attempt, wait=wait, problem=str(error)
                    )
                )
            await self._clock.sleep(wait)
            before_retry()

    def _next_wait(
        self,
        policy: RetryPolicy,
        waits: list[float],
        other_waits: float,
        error: LLMError,
        request_text: Callable[[], str],
    ) -> float:
        """Return the seconds to wait; ``other_waits`` is the sum of waits after other failures."""
        failures = len(waits) + 1
        wait = error.retry_after
        if wait is None:
            wait = policy.compute_wait(failures, request_text())
        elif wait < SHORT_WAIT and sum(each < SHORT_WAIT for each in waits) >= MAX_SHORT_WAITS:
            wait = policy.compute_wait(failures - MAX_SHORT_WAITS, request_text())
        ceiling = max(each.total_wait for each in self._policies.values())
        waited = sum(waits) + wait
        if not policy.can_retry(failures, waited) or other_waits + waited > ceiling:
            raise TransportExhaustedError(
                f"{self._model!r} gave no answer: {failures} attempts failed with the same kind "
                f"of problem, {sum(waits):.1f} s were spent waiting, and the next wait would be "
                f"{wait:.1f} s. The last problem: {error} "
                "Resume the run when the provider answers, or choose another model."
            ) from error
        return wait


class RetryingChatProvider(ForwardingChatProvider):
    """A chat provider that wraps another and retries failed calls."""

    def __init__(
        self,
        inner: ChatProvider,
        *,
        clock: Clock,
        events: EventSink,
        policies: Mapping[type[LLMError], RetryPolicy] = DEFAULT_POLICIES,
    ) -> None:
        super().__init__(inner)
        self._retries = Retries(
            model=str(inner.model), clock=clock, events=events, policies=policies
        )

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        def request_text() -> str:
            return to_canonical_json(request_to_dict(request))

        if on_text is None:
            return await self._retries.run(
                lambda: self._inner.complete(request), request_text=request_text
            )
        text = SeamlessText(on_text)
        response = await self._retries.run(
            lambda: self._inner.complete(request, text),
            request_text=request_text,
            before_retry=text.restart,
        )
        text.finish()
        return response


class SeamlessText:
    """A text sink that hides retries: it passes on only text that was not shown before.

    A retry starts the answer again from the beginning. While the repeated answer equals the text
    already shown, nothing is passed on. If it differs, a line break and the whole repeated answer
    are passed on.
    """

    def __init__(self, sink: TextSink) -> None:
        self._sink = sink
        self._shown: list[str] = []
        self._repeated: str | None = None

    def __call__(self, piece: str) -> None:
        """Receive the next piece of the current answer."""
        if self._repeated is None:
            self._show(piece)
            return
        self._repeated += piece
        shown = "".join(self._shown)
        if self._repeated.startswith(shown):
            new, self._repeated = self._repeated[len(shown) :], None
            self._show(new)
        elif not shown.startswith(self._repeated):
            self._replace()

    def restart(self) -> None:
        """Prepare for a repeated answer, because the current answer was interrupted."""
        if self._shown:
            self._repeated = ""

    def finish(self) -> None:
        """End the answer; show the repeated answer in full if it is shorter than the shown text."""
        if self._repeated:
            self._replace()

    def _replace(self) -> None:
        self._sink("\n")
        self._shown, text, self._repeated = [], self._repeated, None
        self._show(text or "")

    def _show(self, piece: str) -> None:
        if piece:
            self._shown.append(piece)
            self._sink(piece)


@frozen
class RetryingEmbeddingProvider(EmbeddingProvider):
    """An embedding provider that retries failed requests and limits concurrent requests."""

    _inner: EmbeddingProvider
    _retries: Retries
    _limiter: AdaptiveLimiter

    @property
    def model(self) -> str:
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return await self._retries.run(
            lambda: self._limiter.run(lambda _: self._inner.embed(texts)),
            request_text=lambda: "\n".join(texts),
        )

    async def close(self) -> None:
        await self._inner.close()
