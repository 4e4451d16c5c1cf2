"""Build expressions for functions that several story formats have, such as random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from questfoundry.domain.story.foreign.code_parts import find_number, list_value, member_variable
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

Function = Callable[[tuple[Expression, ...]], Expression]


class NotModelledError(Exception):
    """An error for story code that the analysis does not understand."""


def draw_number(arguments: tuple[Expression, ...]) -> Expression:
    """Return an expression for a random whole number between two bounds, both included.

    A single argument is the upper bound; the lower bound is then 0. Raise ``NotModelledError`` if a
    bound is not constant or the range has too many numbers.
    """
    bounds = arguments if len(arguments) == 2 else (Value(Kind.NUMBER, 0), *arguments)
    match [find_number(each) for each in bounds]:
        case [int(low), int(high)] if abs(high - low) < MAX_RANDOM_VALUES:
            return make_random_variable(iter_numbers_between(low, high))
        case _:
            raise NotModelledError


def draw_either(arguments: tuple[Expression, ...]) -> Expression:
    """Return an expression whose value is one of ``arguments``, chosen at random.

    Raise ``NotModelledError`` unless all arguments are constants other than lists.
    """
    values = [each for each in arguments if isinstance(each, Value) and each.kind is not Kind.LIST]
    if not values or len(values) < len(arguments):
        raise NotModelledError
    return make_random_variable(dict.fromkeys(values))


def _fold_extreme(comparison: Comparison, arguments: tuple[Expression, ...]) -> Expression:
    if not arguments:
        raise NotModelledError
    found = arguments[0]
    for each in arguments[1:]:
        found = Either(Compare(comparison, each, found), each, found)
    return found


compute_minimum: Function = partial(_fold_extreme, Comparison.LESS)
compute_maximum: Function = partial(_fold_extreme, Comparison.MORE)


def clamp(arguments: tuple[Expression, ...]) -> Expression:
    """Return the first argument, limited to at least the second and at most the third argument."""
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
    """Return the condition that the list ``name`` contains the only item in ``arguments``."""
    if len(arguments) != 1:
        raise NotModelledError
    (item,) = require_items(arguments)
    return Truth(Variable(member_variable(name, item)))


def build_increment(name: str, by: Expression | None, sign: str) -> Expression | None:
    """Return the variable ``name`` plus or minus ``by``, or ``None`` if ``by`` is not constant."""
    number = find_number(by) if by else None
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
