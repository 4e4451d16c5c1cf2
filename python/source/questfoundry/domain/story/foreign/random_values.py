"""Represent random values as variables that no passage sets, with the values in their name."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE_PREFIX,
    TRUE,
    Compare,
    Kind,
    Sum,
    Truth,
    Value,
    Variable,
    number_value,
)
from questfoundry.domain.story.foreign.value_sets import Link, iter_value_sources

MAX_RANDOM_VALUES = 1_000
"""The largest number of values of one random variable."""

_numbers = count(1)
_FROM = " from "


def make_random_variable(values: Iterable[Value]) -> Variable:
    """Return a new, independent random variable whose possible values are ``values``."""
    encoded = json.dumps([[each.kind, each.content] for each in values])
    return Variable(f"{FREE_PREFIX}{next(_numbers)}{_FROM}{encoded}")


def is_random_variable(name: str) -> bool:
    """Return whether ``name`` is the name of a random variable."""
    return name.startswith(FREE_PREFIX) and _FROM in name and name.endswith("]]")


def list_possible_values(name: str, links: Sequence[Link]) -> list[Value]:
    """Return the values that the free variable ``name``, which no passage sets, can have.

    A free variable that is not random is true or false. If the links compare a random number only
    with constants, some values suffice: the first, the last, and every value within 1 of a
    constant.
    """
    if not is_random_variable(name):
        return [FALSE, TRUE]
    values = [Value(Kind(kind), of) for kind, of in json.loads(name.partition(_FROM)[2])]
    compared = _find_compared_numbers(name, links)
    if compared is None or any(each.kind is not Kind.NUMBER for each in values):
        return values
    neighbours = {each + by for each in compared for by in (-1, 0, 1)}
    return [
        each
        for each in values
        if each in (values[0], values[-1]) or int(each.content) in neighbours
    ]


def _find_compared_numbers(name: str, links: Sequence[Link]) -> set[int] | None:
    compared = set[int]()
    for link in links:
        for code in (link.condition, *link.settings.values()):
            if name not in collect_variables(code):
                continue
            if any(Variable(name) in iter_value_sources(each) for each in link.settings.values()):
                return None
            for part in walk_code(code):
                if isinstance(part, Compare) and name in collect_variables(part):
                    sides = {part.left, part.right} - {Variable(name)}
                    if len(sides) != 1 or not all(_is_number(each) for each in sides):
                        return None
                    compared |= {int(each.content) for each in sides if isinstance(each, Value)}
                elif isinstance(part, Truth) and part.operand == Variable(name):
                    compared.add(0)
                elif isinstance(part, Sum) and name in collect_variables(part):
                    return None
    return compared


def _is_number(code: object) -> bool:
    return isinstance(code, Value) and code.kind is Kind.NUMBER


def iter_numbers_between(low: int, high: int) -> Iterator[Value]:
    """Iterate over the whole numbers from the smaller to the larger argument, including both."""
    return (number_value(each) for each in range(min(low, high), max(low, high) + 1))
