"""Read a server's report of a failure: the message, the kind of failure, and the time to wait."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from attrs import field, frozen


class FailureKind(StrEnum):
    """A kind of failure that the words of a server name, whatever its status is."""

    CREDIT = "credit"
    KEY = "key"
    POLICY = "policy"
    QUOTA = "quota"
    UNSUPPORTED = "unsupported"
    TOO_LARGE = "too_large"
    TOO_LONG = "too_long"


_KINDS = tuple(
    (kind, re.compile("|".join(patterns), re.IGNORECASE))
    for kind, patterns in (
        (
            FailureKind.POLICY,
            (
                r"content (?:management )?policy|content[_ ]filter|ResponsibleAIPolicy",
                r"usage polic|safety (?:system|polic|filter)|\bwas flagged|input was flagged",
                r"moderation|DataInspectionFailed|data_inspection|inappropriate content",
                r"prohibited[_ ]content|content_policy|sensitive_words",
            ),
        ),
        (
            FailureKind.CREDIT,
            (
                r"insufficient[_ ](?:quota|balance|credits?|funds?)|more credits|out of credits?",
                r"credit balance|no credits?\b|not enough credits?|payment required|in arrears",
                r"billing_hard_limit|spending limit|add (?:a )?(?:funds|credits|payment method)",
            ),
        ),
        (
            FailureKind.KEY,
            (r"api[_ ]key (?:not valid|invalid|expired)|(?:invalid|incorrect) api[_ ]key",),
        ),
        (FailureKind.QUOTA, (r"exceeded your current quota",)),
        (FailureKind.UNSUPPORTED, (r"\brequires? --\w|(?:is|are|does) not support|unsupported",)),
        (FailureKind.TOO_LARGE, (r"request (?:is )?too large",)),
        (
            FailureKind.TOO_LONG,
            (
                r"context[_ ](?:length|size|window|limit)|prompt (?:is )?too long",
                r"reduce the length",
                r"(?:tokens?|token count)\b[^.]{0,40}\bexceed",
            ),
        ),
    )
)
_WAIT_IN_BODY = re.compile(
    r"retry[_ ]?delay\W{1,6}([\d.]+m?s)"
    r"|(?:try|retry)(?: again)? (?:in|after) "
    r"((?:[\d.]+ ?(?:hours?|minutes?|seconds?|ms|h|m|s)(?![a-z]) ?)+)",
    re.IGNORECASE,
)
_DURATION_PART = re.compile(r"([\d.]+) ?(ms|h|m|s)?", re.IGNORECASE)
_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_EARLIEST_TIME = 1e9  # A larger number is a time since 1970, not a duration.
_MILLISECONDS_FROM = 1e11


@frozen
class ServerFailure:
    """A failure that a server reports.

    ``message``: the message for people. ``words``: the whole report as text, for pattern searches.
    """

    message: str
    words: str = field(repr=False)
    code: object = None
    type: str = ""

    @classmethod
    def from_error(cls, error: Any) -> "ServerFailure":
        """Read ``error``, the body of an answer or the part of it that reports a failure."""
        words = error if isinstance(error, str) else json.dumps(error, default=str)
        found = error
        while (inner := _get_inner(found)) is not None:
            found = inner
        fields = found if isinstance(found, Mapping) else {"message": found}
        message = str(fields.get("message") or fields.get("detail") or found or "")
        return cls(message, words, fields.get("code"), str(fields.get("type")))

    @property
    def kind(self) -> FailureKind | None:
        """The kind of failure that the report names, or ``None``."""
        found = (kind for kind, pattern in _KINDS if pattern.search(self.words))
        return next(found, None)

    def is_about_credit(self, status: int, *, has_wait: bool) -> bool:
        """Return whether the account lacks credit; a used-up quota counts unless ``has_wait``."""
        if self.kind is FailureKind.QUOTA:
            return not has_wait
        return self.kind is FailureKind.CREDIT or status == HTTPStatus.PAYMENT_REQUIRED

    def find_wait(self, headers: Mapping[str, str]) -> float | None:
        """Return the seconds to wait, as stated by ``headers`` or else by the server's message.

        The result is ``None`` if neither states a time.
        """
        wait = parse_retry_after(headers)
        if wait is None and (named := _WAIT_IN_BODY.search(self.words)):
            wait = _parse_duration(named[1] or named[2])
        return wait


def _get_inner(error: Any) -> Any:
    if isinstance(error, str) and error.startswith("{"):  # Ollama quotes the error of its runner
        with suppress(ValueError):
            return json.loads(error)
    if isinstance(error, list) and error:
        return error[0]
    return error.get("error") if isinstance(error, Mapping) else None


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait according to the response's headers, or ``None``.

    A date is compared with the response's own ``Date`` header, so the local clock matters only if
    this header is missing. Without ``retry-after``, the reset of a used-up rate limit counts.
    """
    milliseconds = _parse_wait(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None:
        return _parse_reset(headers)
    seconds = _parse_wait(value)
    return _parse_date(value, headers.get("date")) if seconds is None else seconds


def _parse_date(value: str, now: str | None) -> float | None:
    try:
        then = parsedate_to_datetime(value)
        wait = then - (parsedate_to_datetime(now) if now else datetime.now(UTC))
    except (TypeError, ValueError):
        return None
    return max(0.0, wait.total_seconds())


def _parse_reset(headers: Mapping[str, str]) -> float | None:
    """Return the longest reset of a rate limit that has nothing left, in seconds."""
    waits = [
        wait
        for kind in ("-requests", "-tokens", "")
        if headers.get(f"x-ratelimit-remaining{kind}", "0").strip() == "0"
        if (wait := _parse_duration(headers.get(f"x-ratelimit-reset{kind}", ""))) is not None
    ]
    return max(waits, default=None)


def _parse_duration(text: str) -> float | None:
    """Return the seconds in ``text``: ``6m0s``, ``120ms``, ``2 seconds`` or ``12.5``."""
    try:
        parts = [
            (float(number), (unit or "s").lower()) for number, unit in _DURATION_PART.findall(text)
        ]
    except ValueError:
        return None
    seconds = sum(number * _SECONDS[unit] for number, unit in parts)
    if seconds >= _EARLIEST_TIME:
        since = seconds / 1000 if seconds >= _MILLISECONDS_FROM else seconds
        seconds = max(0.0, since - datetime.now(UTC).timestamp())
    return seconds if parts else None


def _parse_wait(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
