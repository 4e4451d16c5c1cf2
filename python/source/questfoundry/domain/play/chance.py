"""What chance decides: a value of a few, any of which players may meet.

It is a variable that nothing sets; its name says what it can be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from questfoundry.domain.play.value_sets import Link, iter_value_sources
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

MAX_RANDOM_VALUES = 1_000
"""The most values that chance decides between."""

_numbers = count(1)
_FROM = " from "


def make_random_variable(values: Iterable[Value]) -> Variable:
    """One of the values, drawn anew; of no two draws is known that they are the same."""
    said = json.dumps([[each.kind, each.content] for each in values])
    return Variable(f"{FREE_PREFIX}{next(_numbers)}{_FROM}{said}")


def is_random_variable(name: str) -> bool:
    """Whether chance decides what the variable is, and no player."""
    return name.startswith(FREE_PREFIX) and _FROM in name and name.endswith("]]")


def list_possible_values(name: str, links: Sequence[Link]) -> list[Value]:
    """What the free variable can be, as far as something in the links tells it apart."""
    if not is_random_variable(name):
        return [FALSE, TRUE]
    values = [Value(Kind(kind), of) for kind, of in json.loads(name.partition(_FROM)[2])]
    asked = _find_compared_numbers(name, links)
    if asked is None or any(each.kind is not Kind.NUMBER for each in values):
        return values
    near = {each + by for each in asked for by in (-1, 0, 1)}
    return [each for each in values if each in (values[0], values[-1]) or int(each.content) in near]


def _find_compared_numbers(name: str, links: Sequence[Link]) -> set[int] | None:
    """The numbers that it is compared with; ``None`` where more than that is done with it."""
    asked = set[int]()
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
                    asked |= {int(each.content) for each in sides if isinstance(each, Value)}
                elif isinstance(part, Truth) and part.operand == Variable(name):
                    asked.add(0)
                elif isinstance(part, Sum) and name in collect_variables(part):
                    return None
    return asked


def _is_number(code: object) -> bool:
    return isinstance(code, Value) and code.kind is Kind.NUMBER


def iter_numbers_between(low: int, high: int) -> Iterator[Value]:
    """All whole numbers from the one to the other."""
    return (number_value(each) for each in range(min(low, high), max(low, high) + 1))
