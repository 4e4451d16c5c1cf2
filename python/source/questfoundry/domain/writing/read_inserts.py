"""What players have read in inserts, told to whoever writes on for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from attrs import evolve

from questfoundry.domain.writing.briefing import (
    BriefedCondition,
    BriefedMinorChoice,
    BriefedOptionalEvent,
    Briefing,
)
from questfoundry.domain.writing.shortening import beginning_of

SHOWN_OF_INSERT = 24
"""The words shown of an insert that some have read: its beginning."""


Told = TypeVar("Told", BriefedCondition, BriefedMinorChoice, BriefedOptionalEvent)


def excerpt_insert(text: str) -> str:
    """What is shown of an insert with that text, in one line."""
    return " ".join(beginning_of(text, SHOWN_OF_INSERT).split())


def having_read(briefing: Briefing, last: Mapping[str, str]) -> Briefing:
    """The briefing with what is shown of the inserts that were read ``last``, by their names."""
    return evolve(
        briefing,
        conditional_facts=_having_read(briefing.conditional_facts, last),
        minor_choices=tuple(
            evolve(group, minor_choices=_having_read(group.minor_choices, last))
            for group in briefing.minor_choices
        ),
        optional_events=_having_read(briefing.optional_events, last),
    )


def _having_read(told: Iterable[Told], last: Mapping[str, str]) -> tuple[Told, ...]:
    """The same, where most say so already: few things are told in inserts."""
    return tuple(
        each if each.read == (read := last.get(each.name, "")) else evolve(each, read=read)
        for each in told
    )
