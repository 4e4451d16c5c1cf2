"""Find the values that a counter can have, by following it along all routes from the start.

This is a path-sensitive collecting analysis: a breadth-first search over pairs of passage and
value. If routes are ignored, a decreasing counter seems to have unlimited values. Along real routes
it often has few, because it decreases only once or only while it is positive.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

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
from questfoundry.domain.story.foreign.value_sets import Link, cap_value

MAX_PATH_VALUES = 40
"""The largest number of values of one variable, beyond which it counts as unknown."""

MAX_TRANSITIONS = 20_000
"""The limit on pairs of value and link that the search examines for one variable."""


def find_path_values(
    initial: Mapping[str, Value],
    links: Sequence[Link],
    others: Mapping[str, Sequence[Value]],
    thresholds: Mapping[str, int | None],
    start: str,
) -> dict[str, list[Value]]:
    """Return all values that each variable of ``initial`` can have, its initial value first.

    ``others`` lists all values that each other variable has in any passage. ``thresholds`` is the
    result of :func:`find_thresholds`. A variable with too many or unknown values is left out.
    """
    found: dict[str, list[Value]] = {}
    while True:
        added = {
            name: values
            for name, value in initial.items()
            if name not in found
            and (
                values := _explore_values(
                    name, value, links, {**others, **found}, thresholds, start
                )
            )
        }
        if not added:
            break
        found |= added
    # A variable is usable only if all variables that it depends on have known values, too.
    while unresolved := {
        name for name in found if not _has_known_settings(name, links, {**others, **found})
    }:
        found = {name: values for name, values in found.items() if name not in unresolved}
    return found


def _has_known_settings(
    name: str, links: Sequence[Link], others: Mapping[str, Sequence[Value]]
) -> bool:
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
    outgoing: dict[str, list[Link]] = {}
    for link in links:
        outgoing.setdefault(link.source, []).append(link)
    found, seen, queue, steps = {initial: None}, {(start, initial)}, [(start, initial)], 0
    for passage, value in queue:
        for link in outgoing.get(passage, ()):
            steps += 1
            next_values = _values_after_link(name, value, link, others)
            if next_values is None or steps > MAX_TRANSITIONS:
                return None
            for each in sorted(next_values, key=str):  # sets have no fixed order
                next_value = cap_value(each, thresholds.get(name))
                found[next_value] = None
                if len(found) > MAX_PATH_VALUES:
                    return None
                if (link.target, next_value) not in seen:
                    seen.add((link.target, next_value))
                    queue.append((link.target, next_value))
    return list(found)


def _values_after_link(
    name: str, value: Value, link: Link, others: Mapping[str, Sequence[Value]]
) -> AbstractSet[Value] | None:
    if evaluate_condition(link.condition, {name: value}) is False:
        return set()
    if name not in link.settings:
        return {value}
    return _possible_values(link.settings[name], {name: value}, others)


def _possible_values(
    expression: Expression, known: Mapping[str, Value], others: Mapping[str, Sequence[Value]]
) -> AbstractSet[Value] | None:
    match expression:
        case Either(condition, yes, no):
            truth = evaluate_condition(condition, known)
            sides = [yes] if truth else [no] if truth is False else [yes, no]
            found = [_possible_values(side, known, others) for side in sides]
            sides_known = [each for each in found if each is not None]
            return set[Value]().union(*sides_known) if len(sides_known) == len(found) else None
        case Variable(name) if name not in known:
            return set(others[name]) if name in others else None
        case Sum(of, addend):
            base = _possible_values(of, known, others)
            sums = {evaluate(Sum(each, addend), {}) for each in base or ()}
            return None if base is None or None in sums else {each for each in sums if each}
        case _:
            value = evaluate(expression, known)
            return None if value is None else {value}
