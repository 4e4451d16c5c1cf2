"""Define the events of requesting and checking the sections of an artifact."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class ValidationStarted(Event, name="validation_start"):
    """The event that the check of an answer starts."""

    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed(Event):
    """The event that an answer has a fault; there is one event for each fault."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """The event that a section is requested again because of ``faults``.

    Each text of ``faults`` names a faulty field.
    """

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """The event that fields which were too long in the last attempt were shortened.

    Texts are cut at the end of a sentence, lists after an entry.
    """

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """The event that code corrected the last attempt, because the attempt still broke rules.

    The result is the nearest valid answer.
    """

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """The event that an answer is a valid artifact."""

    attempt: int
