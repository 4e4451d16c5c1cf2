"""Cuts a briefing down to a number of tokens, what matters least first.

In this order: the oldest passages before, one after the other, down to the nearest; the
shadows; the facts; what is unsettled; all but the end of the nearest passage; the prose ahead.
The beats, the entities, the traces and the choices always stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, fields, has

from questfoundry.domain.chat.tokens import estimate_tokens
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.shortening import end_of

LEFT_OF_NEAREST = 60
"""The words that stay of the nearest passage where even that must be cut."""


def fitted(briefing: Briefing, tokens: int) -> Briefing:
    """The briefing within so many tokens, as far as what may be cut reaches."""
    for cut in _cuts(briefing):
        if tokens_of(briefing) <= tokens:
            break
        briefing = cut(briefing)
    return briefing


def tokens_of(value: Any) -> int:
    """The tokens of all texts in a value, estimated."""
    if isinstance(value, str):
        return estimate_tokens(value)
    if isinstance(value, tuple):
        return sum(tokens_of(each) for each in value)
    if value is not None and has(type(value)):
        return sum(tokens_of(getattr(value, each.name)) for each in fields(type(value)))
    return 0


def _cuts(briefing: Briefing) -> Iterator[Callable[[Briefing], Briefing]]:
    yield from [_without_oldest] * (len(briefing.before) - 1)
    yield lambda each: evolve(each, shadows=())
    yield _without_facts
    yield lambda each: evolve(each, unsettled=())
    yield _end_of_nearest
    yield lambda each: evolve(each, ahead=None)


def _without_oldest(briefing: Briefing) -> Briefing:
    return evolve(briefing, before=briefing.before[1:])


def _without_facts(briefing: Briefing) -> Briefing:
    return evolve(
        briefing, entities=tuple(evolve(entity, facts=()) for entity in briefing.entities)
    )


def _end_of_nearest(briefing: Briefing) -> Briefing:
    return evolve(
        briefing,
        before=tuple(
            evolve(each, text=end_of(each.text, LEFT_OF_NEAREST)) for each in briefing.before
        ),
    )
