"""The values of one variable on the ways that players can take: counters that go up and down.

Wherever it is set, a counter that goes down has any number of values; on the ways from the start
it often has few, as what takes it down is met once, or asks whether anything is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from questfoundry.domain.play.value_sets import Link, cap_value
from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
from questfoundry.domain.story.foreign.expressions import (
    Either,
    Expression,
    Sum,
    UnknownCondition,
    Value,
    Variable,
    evaluate,
    evaluate_condition,
)

MAX_PATH_VALUES = 40
"""The most values of such a variable."""

MAX_TRANSITIONS = 20_000
"""The most combinations of values and links that are looked at for it."""


def find_path_values(
    initial: Mapping[str, Value],
    links: Sequence[Link],
    others: Mapping[str, Sequence[Value]],
    thresholds: Mapping[str, int | None],
    start: str,
) -> dict[str, list[Value]]:
    """All that each variable can come to hold, what it holds ``first`` first.

    Those with too many values are left out, and those set to what is not known. Of ``others`` all
    values count everywhere.
    """
    found: dict[str, list[Value]] = {}
    while True:
        more = {
            name: values
            for name, value in initial.items()
            if name not in found
            and (
                values := _explore_values(
                    name, value, links, {**others, **found}, thresholds, start
                )
            )
        }
        if not more:
            break
        found |= more
    while lost := {
        name for name in found if not has_known_settings(name, links, {**others, **found})
    }:
        found = {name: values for name, values in found.items() if name not in lost}
    return found


def has_known_settings(
    name: str, links: Sequence[Link], others: Mapping[str, Sequence[Value]]
) -> bool:
    """Whether all is known on which its values depend."""
    settings = {
        id(link.settings[name]): link.settings[name] for link in links if name in link.settings
    }
    return all(
        collect_variables(each) <= others.keys()
        and not any(isinstance(p, UnknownCondition) for p in walk_code(each))
        for each in settings.values()
    )


def _explore_values(
    name: str,
    initial: Value,
    links: Sequence[Link],
    others: Mapping[str, Sequence[Value]],
    thresholds: Mapping[str, int | None],
    start: str,
) -> list[Value] | None:
    """All that one can come to hold; ``None`` where that is too much, or not known."""
    leaving: dict[str, list[Link]] = {}
    for link in links:
        leaving.setdefault(link.source, []).append(link)
    found, seen, waiting, steps = {initial: None}, {(start, initial)}, [(start, initial)], 0
    for place, value in waiting:
        for link in leaving.get(place, ()):
            steps += 1
            after = _values_after_link(name, value, link, others)
            if after is None or steps > MAX_TRANSITIONS:
                return None
            for each in after:
                then = cap_value(each, thresholds.get(name))
                found[then] = None
                if len(found) > MAX_PATH_VALUES:
                    return None
                if (link.target, then) not in seen:
                    seen.add((link.target, then))
                    waiting.append((link.target, then))
    return list(found)


def _values_after_link(
    name: str, value: Value, link: Link, others: Mapping[str, Sequence[Value]]
) -> AbstractSet[Value] | None:
    """What it can hold once the link is taken; ``None`` where that is not known."""
    if evaluate_condition(link.condition, {name: value}) is False:
        return set()
    if name not in link.settings:
        return {value}
    return _possible_values(link.settings[name], {name: value}, others)


def _possible_values(
    expression: Expression, known: Mapping[str, Value], others: Mapping[str, Sequence[Value]]
) -> AbstractSet[Value] | None:
    """All that the expression may come to; where a condition is not known, both sides count."""
    match expression:
        case Either(condition, yes, no):
            truth = evaluate_condition(condition, known)
            sides = [yes] if truth else [no] if truth is False else [yes, no]
            found = [_possible_values(side, known, others) for side in sides]
            sides_known = [each for each in found if each is not None]
            return set[Value]().union(*sides_known) if len(sides_known) == len(found) else None
        case Variable(name) if name not in known:
            return set(others[name]) if name in others else None
        case Sum(of, more):
            base = _possible_values(of, known, others)
            sums = {evaluate(Sum(each, more), {}) for each in base or ()}
            return None if base is None or None in sums else {each for each in sums if each}
        case _:
            value = evaluate(expression, known)
            return None if value is None else {value}
