"""Build expressions for functions that several story formats have, such as random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from questfoundry.domain.story.foreign.code_parts import find_number
from questfoundry.domain.story.foreign.expressions import (
    Compare,
    Comparison,
    Either,
    Expression,
    Kind,
    Sum,
    Truth,
    Value,
    Variable,
)
from questfoundry.domain.story.foreign.value_sets import (
    MAX_RANDOM_VALUES,
    iter_numbers_between,
    make_random_variable,
)
from questfoundry.domain.story.lists import list_value, member_variable

Function = Callable[[tuple[Expression, ...]], Expression]


class NotModelledError(Exception):
    """An error for story code that the analysis does not understand."""


def draw_number(arguments: tuple[Expression, ...]) -> Expression:
    """Return a random whole number between two bounds, both included; a missing bound is 0.

    Raise ``NotModelledError`` if a bound is not constant or the range has too many numbers.
    """
    low, high = _require_two_numbers(
        arguments if len(arguments) == 2 else (Value(Kind.NUMBER, 0), *arguments)
    )
    if abs(high - low) >= MAX_RANDOM_VALUES:
        raise NotModelledError
    return make_random_variable(iter_numbers_between(low, high))


def draw_either(arguments: tuple[Expression, ...]) -> Expression:
    """Return one of ``arguments``, drawn at random; they must be constants, and no lists."""
    values = tuple(dict.fromkeys(each for each in arguments if isinstance(each, Value)))
    if not values or any(not isinstance(each, Value) for each in arguments):
        raise NotModelledError
    if any(each.kind is Kind.LIST for each in values):
        raise NotModelledError
    return make_random_variable(values)


def compute_minimum(arguments: tuple[Expression, ...]) -> Expression:
    """Return the smallest of ``arguments``; raise ``NotModelledError`` if there are none."""
    return _fold_extreme(arguments, Comparison.LESS)


def compute_maximum(arguments: tuple[Expression, ...]) -> Expression:
    """Return the largest of ``arguments``; raise ``NotModelledError`` if there are none."""
    return _fold_extreme(arguments, Comparison.MORE)


def clamp(arguments: tuple[Expression, ...]) -> Expression:
    """Return the first argument, limited by the second (lower) and the third (upper limit)."""
    if len(arguments) != 3:
        raise NotModelledError
    return compute_minimum((arguments[2], compute_maximum((arguments[1], arguments[0]))))


def build_list(arguments: tuple[Expression, ...]) -> Expression:
    """Return a list with ``arguments``, which must be constants, as its items."""
    return list_value(require_items(arguments))


def require_items(arguments: Sequence[object]) -> list[Value]:
    """Return ``arguments``; raise ``NotModelledError`` unless all are constant texts or numbers."""
    items = [each for each in arguments if isinstance(each, Value)]
    if len(items) < len(arguments) or any(e.kind not in (Kind.TEXT, Kind.NUMBER) for e in items):
        raise NotModelledError
    return items


def build_membership_test(name: str, arguments: tuple[Expression, ...]) -> Truth:
    """Return the condition that the list ``name`` has the item that is the only argument."""
    (item,) = require_items(arguments) if len(arguments) == 1 else [None]
    if item is None:
        raise NotModelledError
    return Truth(Variable(member_variable(name, item)))


def build_increment(name: str, by: Expression | None, sign: str) -> Expression | None:
    """Return the variable plus or minus ``by``; ``None`` unless ``by`` is a constant number."""
    number = None if by is None else find_number(by)
    if number is None:
        return None
    return Sum(Variable(name), -number if sign.startswith("-") else number)


MATH: Mapping[str, Function] = {
    "Math.min": compute_minimum,
    "Math.max": compute_maximum,
    "Math.clamp": clamp,
}
"""Functions of JavaScript, some of them added by SugarCube."""

CHANCE: Mapping[str, Function] = {"random": draw_number, "either": draw_either}


def _fold_extreme(arguments: tuple[Expression, ...], comparison: Comparison) -> Expression:
    if not arguments:
        raise NotModelledError
    found = arguments[0]
    for each in arguments[1:]:
        found = Either(Compare(comparison, each, found), each, found)
    return found


def _require_two_numbers(arguments: tuple[Expression, ...]) -> list[int]:
    numbers = [each for each in map(find_number, arguments) if each is not None]
    if len(numbers) != 2 or len(arguments) != 2:
        raise NotModelledError
    return numbers
