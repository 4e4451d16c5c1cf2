"""How the parts of an artifact are asked for and checked."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.events.event import Event


@frozen(kw_only=True)
class ValidationStarted(Event, name="validation_start"):
    """An answer is being checked."""

    phase: str
    attempt: int


@frozen(kw_only=True)
class ValidationFailed(Event):
    """An answer has a fault; one event a fault."""

    attempt: int
    field: str
    issue: str


@frozen(kw_only=True)
class SectionAskedAgain(Event):
    """A section of an artifact is asked for again; ``faults`` are why, each with its field."""

    section: str
    attempt: int
    faults: tuple[str, ...]


@frozen(kw_only=True)
class AnswerCut(Event):
    """Fields were still too long in the last attempt, and were cut at a sentence or an entry."""

    section: str
    fields: tuple[str, ...]


@frozen(kw_only=True)
class AnswerMended(Event):
    """An answer broke rules at the last attempt, too, and code made the nearest that keeps them."""

    section: str


@frozen(kw_only=True)
class ValidationPassed(Event):
    """An answer is a valid artifact."""

    attempt: int
