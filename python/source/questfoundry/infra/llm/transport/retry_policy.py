"""How often, and how long, a failed call is made again: data, one policy a kind of failure.

Packages for retries (tenacity, stamina) would replace the loop in :mod:`.retrying` alone:
counts by kind, the ceiling over all waits and jitter without chance are what there is to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen
from attrs.validators import ge, gt, optional

from questfoundry.domain.chat.codec import digest
from questfoundry.domain.errors import (
    LLMError,
    MalformedAnswerError,
    ProviderFaultError,
    RateLimitedError,
    TimedOutError,
    UnreachableError,
)

TOTAL_WAIT = 120.0


@frozen(kw_only=True)
class RetryPolicy:
    """The waits after one kind of failure, in seconds.

    The n-th wait is ``base * factor ** (n - 1)``, never above ``max_wait``, less up to half
    of it as jitter. ``attempts`` counts the first call too; ``None`` leaves the bound to
    ``total_wait``, the sum of the waits.
    """

    attempts: int | None = field(validator=optional(ge(1)))
    base: float = field(default=1.0, validator=gt(0))
    factor: float = field(default=2.0, validator=ge(1))
    max_wait: float = field(default=30.0, validator=gt(0))
    total_wait: float = field(default=TOTAL_WAIT, validator=ge(0))

    def compute_wait(self, failures: int, request_text: str) -> float:
        """The wait after that many failures of the request, which is given as text."""
        step = min(self.max_wait, self.base * self.factor ** (failures - 1))
        return step * (1 - _jitter_fraction(request_text, failures) / 2)

    def can_retry(self, failures: int, waited: float) -> bool:
        """Whether a call that failed so often may wait so long in all, and be made again."""
        enough = self.attempts is not None and failures >= self.attempts
        return not enough and waited <= self.total_wait


def retry_policies(total_wait: float = TOTAL_WAIT) -> Mapping[type[LLMError], RetryPolicy]:
    """The policies of the product; a kind of failure that is not named is never retried.

    ``total_wait`` bounds the waits for a provider that is there but busy or failing. One
    that cannot be reached fails soon: a server that is not running will not start by itself.
    """
    return {
        # A 429 says when, not whether; several may well meet the same call.
        RateLimitedError: RetryPolicy(attempts=None, total_wait=total_wait),
        ProviderFaultError: RetryPolicy(attempts=6, total_wait=total_wait),
        TimedOutError: RetryPolicy(attempts=3, total_wait=total_wait),
        UnreachableError: RetryPolicy(attempts=3, max_wait=2.0, total_wait=min(3.0, total_wait)),
        MalformedAnswerError: RetryPolicy(attempts=2, total_wait=total_wait),
    }


def _jitter_fraction(request_text: str, failures: int) -> float:
    # Jitter must differ between calls that failed together, not between two runs of the same.
    return int(digest(f"{request_text}#{failures}")[:8], 16) / 0xFFFFFFFF
