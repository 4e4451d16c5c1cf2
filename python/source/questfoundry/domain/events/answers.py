"""Define the events of requesting and checking the parts (sections) of an artifact."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class ValidationStarted(Event, name="validation_start"):
    """The event that the check of a model's answer starts."""

    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed(Event):
    """The event that a model's answer has a fault; each fault is an event of its own."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """The event that a section (part of an artifact) is requested again because of ``faults``.

    Each text in ``faults`` names a faulty field.
    """

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """The event that overlong fields of a model's last attempt were shortened.

    Texts are cut at the end of a sentence, lists after an entry.
    """

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """The event that code corrected a model's last attempt, which still broke rules.

    The result is the nearest valid answer.
    """

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """The event that a model's answer is valid."""

    attempt: int
