"""Define how often and when failed calls are retried, with one policy for each kind of failure.

Packages for retries (tenacity, stamina) could replace only the loop in :mod:`.retries`. Three parts
would remain here: the counts per kind of failure, the limit on all waits and the repeatable jitter.
"""

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
        """Return the seconds to wait after a failed call.

        ``failures`` is the number of failures so far; ``request_text`` determines the jitter.
        """
        step = min(self.max_wait, self.base * self.factor ** (failures - 1))
        return step * (1 - _jitter_fraction(request_text, failures) / 2)

    def can_retry(self, failures: int, waited: float) -> bool:
        """Return whether a failed call may be tried again.

        ``failures`` is the number of times that the call has failed. ``waited`` is the sum of the
        waits for the call in seconds, including the next wait.
        """
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


def _jitter_fraction(request_text: str, failures: int) -> float:
    # A fraction from 0 to 1 by hash: it differs between calls that fail together, but is the
    # same whenever the same call is repeated.
    return int(digest(f"{request_text}#{failures}")[:8], 16) / 0xFFFFFFFF
