"""Functions of several formats: what is drawn by chance, the least and the most, and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from questfoundry.domain.play.chance import MOST_DRAWN, drawn, numbers_between
from questfoundry.domain.story.foreign.expressions import (
    Compare,
    Comparison,
    Either,
    Expression,
    Kind,
    Truth,
    Value,
    Variable,
)
from questfoundry.domain.story.lists import listed, member

Function = Callable[[tuple[Expression, ...]], Expression]


class NotModelledError(Exception):
    """The code says something that is not understood."""


def numbered(given: tuple[Expression, ...]) -> Expression:
    """A whole number by chance: ``random(1, 6)``, or from 0 where one number is given."""
    low, high = _numbers(given if len(given) == 2 else (Value(Kind.NUMBER, 0), *given))
    if abs(high - low) >= MOST_DRAWN:
        raise NotModelledError
    return drawn(numbers_between(low, high))


def either(given: tuple[Expression, ...]) -> Expression:
    """One of those that are given, by chance."""
    values = tuple(dict.fromkeys(each for each in given if isinstance(each, Value)))
    if not values or any(not isinstance(each, Value) for each in given):
        raise NotModelledError
    if any(each.kind is Kind.LIST for each in values):
        raise NotModelledError
    return drawn(values)


def least(given: tuple[Expression, ...]) -> Expression:
    """The least of some numbers."""
    return _outermost(given, Comparison.LESS)


def most(given: tuple[Expression, ...]) -> Expression:
    """The most of some numbers."""
    return _outermost(given, Comparison.MORE)


def clamped(given: tuple[Expression, ...]) -> Expression:
    """A number, not below the second and not above the third."""
    if len(given) != 3:
        raise NotModelledError
    return least((given[2], most((given[1], given[0]))))


def a_list(given: tuple[Expression, ...]) -> Expression:
    """A list of those that are given."""
    return listed(items_of(given))


def items_of(given: Sequence[object]) -> list[Value]:
    """The texts and numbers that are given, if nothing else is."""
    items = [each for each in given if isinstance(each, Value)]
    if len(items) < len(given) or any(e.kind not in (Kind.TEXT, Kind.NUMBER) for e in items):
        raise NotModelledError
    return items


def holds_item(of: str, given: tuple[Expression, ...]) -> Truth:
    """Whether the list of that name holds the item."""
    (item,) = items_of(given) if len(given) == 1 else [None]
    if item is None:
        raise NotModelledError
    return Truth(Variable(member(of, item)))


MATH: Mapping[str, Function] = {"Math.min": least, "Math.max": most, "Math.clamp": clamped}
"""Those of JavaScript, and of SugarCube."""

CHANCE: Mapping[str, Function] = {"random": numbered, "either": either}


def _outermost(given: tuple[Expression, ...], how: Comparison) -> Expression:
    if not given:
        raise NotModelledError
    found = given[0]
    for each in given[1:]:
        found = Either(Compare(how, each, found), each, found)
    return found


def _numbers(given: tuple[Expression, ...]) -> list[int]:
    numbers = [int(e.of) for e in given if isinstance(e, Value) and e.kind is Kind.NUMBER]
    if len(numbers) != 2 or len(given) != 2:
        raise NotModelledError
    return numbers
