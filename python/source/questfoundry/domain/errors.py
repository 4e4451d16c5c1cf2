"""The errors of QuestFoundry, one tree, ordered by who must react.

    QuestFoundryError
    ├── AuthorError                 the author mends input, settings or files
    │   ├── InputError              what was typed or passed cannot be used
    │   │   ├── FormatError         a format cannot hold this story
    │   │   └── BookError           a book, or a conversation about one, is missing or not ready
    │   ├── SettingsError           project.yaml, a flag or a variable is wrong
    │   ├── PromptError             a prompt file is missing or does not render
    │   ├── BudgetReachedError      what might be spent is spent; the work can go on later
    │   └── StoreError              story.db or a project file cannot be read or written
    │       ├── StoreDamagedError   the database is not one, or is corrupt
    │       └── StoreLockedError    another process works on this project
    ├── LLMError                    no answer that can be used; says when to come back, if told
    │   ├── AuthenticationError     the key is missing, wrong or may not do this
    │   ├── RefusedError            the request itself is not accepted; asking again is useless
    │   │   └── WindowExceededError it is longer than the model can take in
    │   ├── NoAnswerError           the model refused, was cut off or said nothing, also when asked
    │   │                           in another way
    │   ├── RateLimitedError        too many requests
    │   ├── UnreachableError        no connection, or it broke
    │   ├── TimedOutError           no answer, or no progress, in time
    │   ├── ProviderFaultError      the server failed (5xx)
    │   ├── MalformedAnswerError    the answer does not hold together, or ends without a reason
    │   └── TransportExhaustedError retries used up, or the total wait would be too long
    ├── ConversationError           the model gave no valid artifact; carries every attempt
    ├── ToolFailedError             a tool raised; the model is told, and the talk goes on
    ├── AuthorLeft                  the author stopped talking; everything is kept
    ├── ReplayError                 a replayed run asks for a call that was never recorded
    └── UsageError                  the embedding program uses the library wrongly

Foreign exceptions are translated once, in the adapter, with the cause chained. What can be
done about an error is a value, so that a front door can say it in its own commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from questfoundry.domain.remedy import Remedy, join_as_sentence

if TYPE_CHECKING:
    from questfoundry.domain.answer.attempt import Attempt


class QuestFoundryError(Exception):
    """The root: everything that QuestFoundry raises on purpose.

    As text, it ends with its ``remedies``; ``problem`` is the text without them.
    """

    def __init__(self, *problem: str, remedies: Sequence[Remedy] = ()) -> None:
        super().__init__(*problem)
        self.remedies = tuple(remedies)

    @property
    def problem(self) -> str:
        """What is wrong."""
        return super().__str__()

    def __str__(self) -> str:
        parts = (self.problem, join_as_sentence(self.remedies))
        return ("\n" if "\n" in self.problem else " ").join(filter(None, parts))


class AuthorError(QuestFoundryError):
    """The author can mend it: input, settings, prompts or files."""


class InputError(AuthorError):
    """What was typed or passed in cannot be used."""


class FormatError(InputError):
    """A format cannot hold what is in this story; others can."""


class BookFault(StrEnum):
    """Why a book, or a conversation about one, cannot be used."""

    NOT_FOUND = "not_found"
    REPLACED = "replaced"
    NOT_READY = "not_ready"


class BookError(InputError):
    """A book or a conversation is missing, or not ready; ``code`` says which."""

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
    """A setting is wrong; the message names the flag, the variable or the key and its line."""


class PromptError(AuthorError, FileNotFoundError):
    """A prompt file is missing, or uses a variable that nobody gives."""


class BudgetReachedError(AuthorError):
    """What the author allowed to be spent is spent; the run can be resumed."""


class StoreError(AuthorError):
    """The project's files cannot be read or written."""


class StoreDamagedError(StoreError):
    """``story.db`` is not a database, or is corrupt."""


class StoreLockedError(StoreError):
    """Another process is working on this project; the message says which."""


class LLMFault(StrEnum):
    """Why there is no answer that can be used."""

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
    """A provider did not deliver an answer that can be used; ``code`` says why.

    ``retry_after`` is in seconds, ``None`` where the provider did not say when to come back.
    """

    code = LLMFault.UNUSABLE

    def __init__(
        self,
        message: str,
        *,
        retry_after: float | None = None,
        remedies: Sequence[Remedy] = (),
    ) -> None:
        super().__init__(message, remedies=remedies)
        self.retry_after = retry_after


class AuthenticationError(LLMError):
    """The key is missing, wrong, or has no right to this model."""

    code = LLMFault.AUTHENTICATION


class RefusedError(LLMError):
    """The provider does not accept the request; sending it again changes nothing."""

    code = LLMFault.REFUSED_REQUEST


class WindowExceededError(RefusedError):
    """The request is longer than the model's window: by our estimate, or as the server says."""

    code = LLMFault.WINDOW_EXCEEDED


class NoAnswerError(LLMError):
    """The model refused, was cut off or said nothing, and did so again when asked otherwise.

    ``section`` is what it was asked for; a run that is resumed asks for that afresh.
    """

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
    """Too many requests."""

    code = LLMFault.RATE_LIMITED


class UnreachableError(LLMError):
    """No connection to the provider, or it broke before the answer was complete."""

    code = LLMFault.UNREACHABLE


class TimedOutError(LLMError):
    """No answer, or no further text, within the time allowed."""

    code = LLMFault.TIMED_OUT


class ProviderFaultError(LLMError):
    """The provider failed on its own side (5xx)."""

    code = LLMFault.PROVIDER_FAULT


class MalformedAnswerError(LLMError):
    """The answer cannot be read, or its stream ended without a finish reason."""

    code = LLMFault.MALFORMED


class TransportExhaustedError(LLMError):
    """Transport retries are used up, or waiting longer was not allowed; the cause is the last."""

    code = LLMFault.EXHAUSTED


class ConversationError(QuestFoundryError):
    """The model gave no valid artifact.

    ``attempts`` holds each one with its issues, ``section`` is the part they were for, ``run``
    the run that can be resumed.
    """

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
    """A tool of a run raised, now or before the run was resumed."""


class AuthorLeft(QuestFoundryError):  # noqa: N818  leaving is no error
    """The author stopped in the middle of a discussion; its run can be resumed.

    Raised by the function that gives the author's lines.
    """


class ReplayError(QuestFoundryError):
    """A replayed run asked for something that the recording does not hold."""


class UsageError(QuestFoundryError):
    """The library is used in a way that cannot work; a mistake of the embedding program."""
