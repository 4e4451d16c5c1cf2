"""Define the errors of QuestFoundry as one tree, ordered by the party that must react.

    QuestFoundryError
    ├── AuthorError                 the author can correct input, settings or files
    │   ├── InputError              a typed or passed value cannot be used
    │   │   ├── FormatError         a format cannot represent this story
    │   │   └── BookError           a book, or a conversation about one, is missing or not ready
    │   ├── SettingsError           project.yaml, a flag or a variable is wrong
    │   ├── PromptError             a prompt file is missing or does not render
    │   ├── BudgetReachedError      the budget is spent; the run can be resumed
    │   └── StoreError              story.db or a project file cannot be read or written
    │       ├── StoreDamagedError   the file is not a database, or is corrupt
    │       └── StoreLockedError    another process works on this project
    │           └── StoreTakenOverError  another process has taken over the lock of this one
    ├── LLMError                    no usable answer; has the provider's retry delay, if given
    │   ├── AuthenticationError     the API key is missing, wrong or has no permission
    │   ├── RefusedError            the provider rejects the request itself; a retry is useless
    │   │   └── WindowExceededError the request is longer than the model's context window
    │   ├── NoAnswerError           the model refused, was cut off or returned nothing, also after
    │   │                           a reworded request
    │   ├── RateLimitedError        too many requests
    │   ├── UnreachableError        no connection, or the connection broke
    │   ├── TimedOutError           no answer, or no progress, in time
    │   ├── ProviderFaultError      the server failed (5xx)
    │   ├── MalformedAnswerError    the answer is malformed, or ends without a reason
    │   └── TransportExhaustedError retries used up, or the total wait would be too long
    ├── ConversationError           the model gave no valid artifact; carries every attempt
    ├── ToolFailedError             a tool raised; the model gets the error and can continue
    ├── AuthorLeft                  the author ended the discussion; everything is stored
    ├── ReplayError                 a replayed run makes a call that was never recorded
    ├── JobFailedError              a job failed in another process
    ├── JobCancelledError           a job was cancelled; its finished work is stored
    └── UsageError                  the embedding program uses the library wrongly

Adapters translate the exceptions of other libraries once, and keep the original as the cause. A
remedy (a proposed next step) is a value, so that each front end can word it as its own command.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from questfoundry.domain.remedy import Remedy, join_as_sentence

if TYPE_CHECKING:
    from questfoundry.domain.fault import Attempt


class QuestFoundryError(Exception):
    """The root of all errors that QuestFoundry raises; as text, it ends with the ``remedies``."""

    def __init__(self, *problem: str, remedies: Sequence[Remedy] = ()) -> None:
        super().__init__(*problem)
        self.remedies = tuple(remedies)

    @property
    def problem(self) -> str:
        """The message without the remedies (the proposed next steps)."""
        return super().__str__()

    def __str__(self) -> str:
        parts = (self.problem, join_as_sentence(self.remedies))
        return ("\n" if "\n" in self.problem else " ").join(filter(None, parts))


class AuthorError(QuestFoundryError):
    """An error that the author can correct: in input, settings, prompts or files."""


class InputError(AuthorError):
    """A typed or passed value that cannot be used."""


class FormatError(InputError):
    """An export format cannot represent this story; other formats can."""


class BookFault(StrEnum):
    """The reason why a book, or a conversation about a book, cannot be used."""

    NOT_FOUND = "not_found"
    REPLACED = "replaced"
    NOT_READY = "not_ready"


class BookError(InputError):
    """A book or a conversation is missing, or not ready; ``code`` is the reason."""

    def __init__(
        self,
        problem: str,
        *,
        code: BookFault = BookFault.NOT_FOUND,
        remedies: Sequence[Remedy] = (),
    ) -> None:
        super().__init__(problem, remedies=remedies)
        self.code = code


class SettingsError(AuthorError):
    """A setting is wrong; the message names the flag, the variable, or the key and its line."""


class PromptError(AuthorError, FileNotFoundError):
    """A prompt file is missing, or uses a variable that no caller supplies."""


class BudgetReachedError(AuthorError):
    """The author's budget is spent; the run can be resumed."""


class StoreError(AuthorError):
    """A file of the project cannot be read or written."""


class StoreDamagedError(StoreError):
    """``story.db`` is not a database, or is corrupt."""


class StoreLockedError(StoreError):
    """Another process works on this project; the message names the process."""


class StoreTakenOverError(StoreLockedError):
    """Another process has taken over the project's lock, so this process may not write."""


class LLMFault(StrEnum):
    """The reason why a model call gave no usable answer."""

    UNUSABLE = "unusable"
    AUTHENTICATION = "authentication"
    REFUSED_REQUEST = "refused_request"
    WINDOW_EXCEEDED = "window_exceeded"
    REFUSED = "refused"
    CUT_OFF = "cut_off"
    EMPTY = "empty"
    RATE_LIMITED = "rate_limited"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed_out"
    PROVIDER_FAULT = "provider_fault"
    MALFORMED = "malformed"
    EXHAUSTED = "exhausted"


class LLMError(QuestFoundryError):
    """A provider gave no usable answer; ``retry_after`` is the delay it requests, in seconds.

    ``has_cost`` is true if the provider had sent a part of an answer, which must be paid for.
    """

    code = LLMFault.UNUSABLE
    has_cost = False

    def __init__(
        self, message: str, *, retry_after: float | None = None, remedies: Sequence[Remedy] = ()
    ) -> None:
        super().__init__(message, remedies=remedies)
        self.retry_after = retry_after


class AuthenticationError(LLMError):
    """The API key is missing, wrong, or has no permission for this model."""

    code = LLMFault.AUTHENTICATION


class RefusedError(LLMError):
    """The provider rejects the request; sending the same request again changes nothing."""

    code = LLMFault.REFUSED_REQUEST


class WindowExceededError(RefusedError):
    """The request exceeds the model's context window, by our estimate or as the server says."""

    code = LLMFault.WINDOW_EXCEEDED


class NoAnswerError(LLMError):
    """The model gave no usable answer for ``section``; ``code`` says what was wrong with it."""

    def __init__(
        self,
        message: str,
        *,
        code: LLMFault = LLMFault.EMPTY,
        section: str = "",
        remedies: Sequence[Remedy] = (),
    ) -> None:
        super().__init__(message, remedies=remedies)
        self.code = code
        self.section = section


class RateLimitedError(LLMError):
    """The provider received too many requests."""

    code = LLMFault.RATE_LIMITED


class UnreachableError(LLMError):
    """The provider cannot be reached, or the connection broke before the answer was complete."""

    code = LLMFault.UNREACHABLE


class TimedOutError(LLMError):
    """The server sent no answer, or no further text, within the time limit."""

    code = LLMFault.TIMED_OUT


class ProviderFaultError(LLMError):
    """The provider's server failed (an HTTP status of 500 or more)."""

    code = LLMFault.PROVIDER_FAULT


class MalformedAnswerError(LLMError):
    """The answer cannot be parsed, or its stream ended without a finish reason."""

    code = LLMFault.MALFORMED


class TransportExhaustedError(LLMError):
    """A model call failed in transit, or took too long, and is not repeated."""

    code = LLMFault.EXHAUSTED


class ConversationError(QuestFoundryError):
    """The model gave no valid artifact in any attempt for ``section``; ``run`` can be resumed."""

    def __init__(
        self,
        problem: str,
        *,
        attempts: Sequence[Attempt] = (),
        section: str = "",
        run: str = "",
        remedies: Sequence[Remedy] = (),
    ) -> None:
        super().__init__(problem, remedies=remedies)
        self.attempts = tuple(attempts)
        self.section = section
        self.run = run


class ToolFailedError(QuestFoundryError):
    """A tool that a run called raised an error, either now or before the run was resumed."""


class AuthorLeft(QuestFoundryError):  # noqa: N818  leaving is no error
    """The author ended a discussion; the function that reads the author's lines raises this."""


class ReplayError(QuestFoundryError):
    """A replayed run asked for a call that the recording does not contain."""


class JobFailedError(QuestFoundryError):
    """A job that failed in another process; the message is that of the error there."""


class JobCancelledError(QuestFoundryError):
    """A job that somebody cancelled."""


class UsageError(QuestFoundryError):
    """The embedding program uses the library in an unsupported manner: a programming error."""
