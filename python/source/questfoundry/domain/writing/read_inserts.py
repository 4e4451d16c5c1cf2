"""Excerpts of the conditional text that players have read, for the writers of later passages."""

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

INSERT_WORDS = 24
"""The words shown of the beginning of a conditional text that some players have read."""


Item = TypeVar("Item", BriefedCondition, BriefedMinorChoice, BriefedOptionalEvent)


def excerpt_insert(text: str) -> str:
    """Return the beginning of a conditional text in one line."""
    return " ".join(beginning_of(text, INSERT_WORDS).split())


def add_read_inserts(briefing: Briefing, excerpts: Mapping[str, str]) -> Briefing:
    """Return ``briefing`` with excerpts of the latest conditional texts, by the texts' names.

    An item without an excerpt gets an empty one.
    """
    return evolve(
        briefing,
        conditional_facts=_add_excerpts(briefing.conditional_facts, excerpts),
        minor_choices=tuple(
            evolve(group, minor_choices=_add_excerpts(group.minor_choices, excerpts))
            for group in briefing.minor_choices
        ),
        optional_events=_add_excerpts(briefing.optional_events, excerpts),
    )


def _add_excerpts(briefed: Iterable[Item], excerpts: Mapping[str, str]) -> tuple[Item, ...]:
    """Return the items with their excerpts; unchanged items are not copied."""
    return tuple(
        each if each.read == (read := excerpts.get(each.name, "")) else evolve(each, read=read)
        for each in briefed
    )
