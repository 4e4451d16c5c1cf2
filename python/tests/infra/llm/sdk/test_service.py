"""Tests of reading the wait of a rate limit, and of recognising requests that are too long."""

import pytest

from questfoundry.domain.errors import LLMFault, RateLimitedError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.remedy import ChooseModel
from questfoundry.infra.llm.sdk.failures import parse_retry_after
from questfoundry.infra.llm.sdk.service import Service


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, 1.5),
        (
            {
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
                "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT",
            },
            30.0,
        ),
        (
            {
                "date": "Wed, 21 Oct 2026 07:28:00 GMT",
                "retry-after": "Wed, 21 Oct 2026 07:27:00 GMT",
            },
            0.0,
        ),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:30 GMT"}, 0.0),
        ({"x-ratelimit-reset-tokens": "6m0.5s", "x-ratelimit-remaining-requests": "9"}, 360.5),
        ({"x-ratelimit-reset-requests": "120ms"}, 0.12),
        ({"x-ratelimit-reset": "1"}, 1.0),
        ({"x-ratelimit-reset": "1741305600000"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "inf"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_in_seconds(headers: dict[str, str], seconds: float | None) -> None:
    """In a wrong unit the wait would be a thousand times too long or short. (PRV-4.1)"""
    assert parse_retry_after(headers) == seconds


SERVICE = Service(
    name="Any",
    model=ModelRef.parse("any/model"),
    url="",
    key="k",
    key_variable="KEY",
    start_hint="Start it.",
    model_hint="Find it.",
)


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (400, "This model's maximum context length is 8192 tokens. However, you requested 9000."),
        (400, "prompt is too long: 208310 tokens > 199999 maximum"),
        (400, "input length and `max_tokens` exceed context limit: 197201 + 21333 > 200000"),
        (400, "The input token count (1048577) exceeds the maximum number of tokens allowed."),
        (
            400,
            "Prompt contains 40000 tokens, too large for model with 32768 maximum context length",
        ),
        (400, "Please reduce the length of the messages or completion."),
        (413, "Request Entity Too Large"),
        (500, "the request exceeds the available context size. try increasing the context size"),
        (400, "prompt too long; exceeded max context length by 512 tokens"),
    ],
)
def test_what_is_too_long_for_a_server_is_told_as_such(status: int, reason: str) -> None:
    """Providers word this differently, and only this error suggests a window."""
    error = SERVICE.status_error(status, reason, {})
    assert error.code is LLMFault.WINDOW_EXCEEDED
    assert error.remedies == (ChooseModel(),)
    assert "context_window" in str(error)


@pytest.mark.parametrize(
    ("status", "reason", "code"),
    [
        (400, "max_tokens: must be at least 1", LLMFault.REFUSED_REQUEST),
        (400, "temperature exceeds its limit", LLMFault.REFUSED_REQUEST),
        (429, "Rate limit reached: tokens exceed the limit", LLMFault.RATE_LIMITED),
        (401, "the context window is closed", LLMFault.AUTHENTICATION),
        (503, "overloaded", LLMFault.PROVIDER_FAULT),
        (429, "Request too large for gpt-4o on tokens per min", LLMFault.WINDOW_EXCEEDED),
        (400, "API key not valid. Please pass a valid API key.", LLMFault.AUTHENTICATION),
        (402, "Insufficient Balance", LLMFault.REFUSED_REQUEST),
        (400, "triggered the content management policy", LLMFault.REFUSED),
        (403, "Your input was flagged", LLMFault.REFUSED),
        (500, "content filter is down", LLMFault.PROVIDER_FAULT),
        (429, "You exceeded your current quota. Retry in 3s.", LLMFault.RATE_LIMITED),
        (429, "You exceeded your current quota.", LLMFault.REFUSED_REQUEST),
    ],
)
def test_what_is_refused_for_other_reasons_is_not(status: int, reason: str, code: LLMFault) -> None:
    assert SERVICE.status_error(status, reason, {}).code is code


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        ("Please retry in 3.07s.", 3.07),
        ("Rate limit reached. Please try again in 1m2.5s. Visit us.", 62.5),
        ("Please try again in 20 seconds", 20.0),
        ("Try again in 500ms", 0.5),
        ([{"error": {"message": "Full.", "details": [{"retryDelay": "41s"}]}}], 41.0),
        ({"error": {"message": "Full. Try again later."}}, None),
    ],
)
def test_the_wait_is_read_from_the_body(error: object, seconds: float | None) -> None:
    """Gemini and OpenAI name the wait in words only; a sooner call is refused again."""
    failed = SERVICE.status_error(429, error, {})
    assert isinstance(failed, RateLimitedError)
    assert failed.retry_after == seconds
    assert SERVICE.status_error(429, error, {"retry-after": "7"}).retry_after == 7.0
