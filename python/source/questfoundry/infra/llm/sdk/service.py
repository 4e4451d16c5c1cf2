"""Describe a provider's service by its address and key, and turn its failures into errors."""

from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus
from typing import Any

from attrs import field, frozen

from questfoundry.domain.errors import (
    AuthenticationError,
    LLMError,
    LLMFault,
    MalformedAnswerError,
    NoAnswerError,
    ProviderFaultError,
    RateLimitedError,
    RefusedError,
    TimedOutError,
    TransportExhaustedError,
    UnreachableError,
    WindowExceededError,
)
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.remedy import ChooseModel
from questfoundry.infra.llm.sdk.failures import FailureKind, ServerFailure
from questfoundry.infra.network import PROXY_LOGIN_HINT, explain_failure, is_about_certificate
from questfoundry.infra.telemetry.redaction import Redactor

OPENAI_URL = "https://api.openai.com/v1"

# The HTTP status for each error code that APIs report inside a stream, after status 200.
_STATUS_OF = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "insufficient_quota": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
}
_LOWEST_FAILURE = 400
_TOO_LARGE = 413
_TOO_MANY = 429
_SERVER_FAULT = 500
_LONGEST_QUOTE = 500
_REFUSED = 400
_KEY_STATUSES = {401, 403, 407}
_POLICY_STATUSES = {400, 403, 422, 451}


def _strip_key(key: str | None) -> str | None:
    # A key copied from a file often ends with a newline, which HTTP headers do not allow.
    return (key or "").strip() or None


@frozen(kw_only=True)
class Service:
    """One model at the address of its provider; ``key`` never appears in messages.

    ``start_hint`` is the end of error messages if the service cannot be reached. ``model_hint`` is
    the end of error messages if the service does not have the model. ``window_hint`` says how to
    give the model a larger context window.
    """

    name: str
    model: ModelRef
    url: str
    key: str | None = field(repr=False, converter=_strip_key)
    key_variable: str
    start_hint: str
    model_hint: str
    window_hint: str = "Give the model a larger window on the server"

    @cached_property
    def redactor(self) -> Redactor:
        """A function that removes the key, and secrets in the address, from texts."""
        return Redactor(self.key, self.url)

    @property
    def redacted_url(self) -> str:
        """The address without secrets, for use in messages."""
        return self.redactor.redact(self.url)

    def require_key(self) -> str:
        """Return the key; raise ``AuthenticationError`` if it is missing or unfit for a header."""
        if not self.key:
            raise AuthenticationError(
                f"{self.name} needs a key for {self.model.model!r}. "
                f"Set the environment variable {self.key_variable}."
            )
        if not (self.key.isascii() and self.key.isprintable()) or " " in self.key:
            raise AuthenticationError(
                f"{self.key_variable} contains characters that are not valid in a key. "
                "Copy the key again."
            )
        return self.key

    def status_error(self, status: int, error: Any, headers: Mapping[str, str]) -> LLMError:
        """Return the error for an answer with the HTTP code ``status``, which is 400 or more.

        ``error`` is the body of the answer, or the part of it that reports the failure.
        """
        failure = ServerFailure.from_error(error)
        summary = f"{self.name} answered {status} for {self.model.model!r}:"
        summary = f"{summary} {self._quote(failure.message)}"
        wait = failure.find_wait(headers)
        if status < _SERVER_FAULT and failure.is_about_credit(status, has_wait=wait is not None):
            return self.credit_error(failure.message)
        if status in _POLICY_STATUSES and failure.kind is FailureKind.POLICY:
            return self._policy_error(summary)
        if status in _KEY_STATUSES or (status == _REFUSED and failure.kind is FailureKind.KEY):
            return self._key_error(status, summary)
        match status:
            case 404:
                return RefusedError(f"{summary} {self.model_hint}")
            case 408:
                return TimedOutError(f"{summary} Request less at once, or try later.")
            case _ if status == _TOO_LARGE or failure.kind is FailureKind.TOO_LARGE:
                return self._window_error(summary)
            case _ if status != _TOO_MANY and failure.kind is FailureKind.TOO_LONG:
                return self._window_error(summary)
            case 429:
                return RateLimitedError(f"{summary} Wait, or make fewer calls.", retry_after=wait)
            case _ if status >= _SERVER_FAULT and failure.kind is not FailureKind.UNSUPPORTED:
                return ProviderFaultError(
                    f"{summary} Try later, or choose another model.", retry_after=wait
                )
            case _:
                return RefusedError(f"{summary} Change the request or the model's settings.")

    def body_error(self, error: Any) -> LLMError:
        """Return our own error for ``error``, a failure that the body of an answer reports."""
        failure = ServerFailure.from_error(error)
        code = failure.code
        status = _STATUS_OF.get(str(code)) or _STATUS_OF.get(failure.type) or _SERVER_FAULT
        if isinstance(code, int) and code >= _LOWEST_FAILURE:
            status = code
        return self.status_error(status, error, {})

    def _key_error(self, status: int, summary: str) -> LLMError:
        advice = f"Check {self.key_variable} and the key's permissions."
        if status == HTTPStatus.PROXY_AUTHENTICATION_REQUIRED:
            advice = explain_failure(summary, self.url) or PROXY_LOGIN_HINT
        return AuthenticationError(f"{summary} {advice}")

    def _policy_error(self, summary: str) -> LLMError:
        return NoAnswerError(
            f"{summary} The service refuses this content. Change the text that it names, or choose "
            "another model.",
            code=LLMFault.REFUSED,
            remedies=(ChooseModel(),),
        )

    def _window_error(self, summary: str) -> LLMError:
        return WindowExceededError(
            f"{summary} The request is longer than the model's context window on this server, "
            "though it was estimated to fit. Ask for less, or set context_window of the model in "
            "project.yaml slightly below its real size; then optional parts are left out.",
            remedies=(ChooseModel(),),
        )

    def cut_error(self, read: int, least: int, window: int) -> LLMError:
        """Return the error for a prompt that the service has cut to ``window`` without notice.

        It ``read`` fewer tokens than the ``least`` number of tokens in the prompt.
        """
        return WindowExceededError(
            f"{self.name} read only {read:,} tokens of a prompt with at least {least:,}, so "
            f"{self.model.model!r} has not seen the whole request: its window on this server has "
            f"{window:,} tokens. {self.window_hint}, or set context_window of the model in "
            f"project.yaml to {window}; then parts that can be left out are left out.",
            remedies=(ChooseModel(),),
        )

    def credit_error(self, reason: str) -> LLMError:
        """Return the error for a provider that refuses calls because the credit is used up."""
        return RefusedError(
            f"{self.name} has no credit left for this key: {self._quote(reason)} "
            f"Check the billing of the account, or set another {self.key_variable}."
        )

    def connection_error(self, reason: object) -> LLMError:
        """Return the error for a connection that could not be opened or that broke.

        The call is not repeated if the certificate is not trusted.
        """
        kind = TransportExhaustedError if is_about_certificate(reason) else UnreachableError
        words = str(reason) or type(reason).__name__
        return kind(
            f"{self.name} cannot be reached at {self.redacted_url}, or the connection broke: "
            f"{self._quote(words)} {explain_failure(words, self.url) or self.start_hint}"
        )

    def silence_error(self, seconds: float) -> LLMError:
        """Return the error for a service that has sent nothing for ``seconds`` seconds."""
        return TimedOutError(
            f"{self.name} sent nothing from {self.model.model!r} for {seconds:g} seconds. "
            "Choose a faster model, or allow a longer silence: limits.timeout in project.yaml."
        )

    def duration_error(self, seconds: float) -> LLMError:
        """Return the error for an answer still arriving after ``seconds`` seconds."""
        return TransportExhaustedError(
            f"{self.name} was still sending the answer of {self.model.model!r} after "
            f"{seconds:g} seconds. Choose another model, or allow more time: "
            "limits.longest_answer in project.yaml."
        )

    def unusable_error(self, problem: str) -> LLMError:
        """Return the error for an answer that cannot be used because of ``problem``."""
        return MalformedAnswerError(
            f"{self.name} sent an answer from {self.model.model!r} that cannot be used: "
            f"{self.redactor.redact(problem)}. Try again, or choose another model."
        )

    def chainable_cause(self, exc: Exception) -> Exception | None:
        """Return ``exc`` if it may be the cause in ``raise ... from``, else ``None``.

        An exception must not be chained if its message, or that of one of its causes, contains a
        secret.
        """
        found: BaseException | None = exc
        while found is not None:
            if self.redactor.redact(str(found)) != str(found):
                return None
            found = found.__cause__ or found.__context__
        return exc

    def _quote(self, reason: str) -> str:
        text = " ".join(self.redactor.redact(reason).split())[:_LONGEST_QUOTE] or "no reason given"
        return text if text.endswith((".", "!", "?")) else f"{text}."
