"""Events about requesting and checking the sections of an artifact."""

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
    """The event that an answer has a fault; each fault emits its own event."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """The event that a section is requested again because of ``faults``, each with its field."""

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """The event that fields, too long in the last attempt, were cut at a sentence or an entry."""

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """The event that the last attempt broke rules, so code built the nearest valid answer."""

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """The event that an answer is a valid artifact."""

    attempt: int
