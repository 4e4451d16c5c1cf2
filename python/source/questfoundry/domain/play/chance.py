"""What chance decides: a value of a few, any of which players may meet.

It is a variable that nothing sets; its name says what it can be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from questfoundry.domain.play.value_sets import Link, comes_from
from questfoundry.domain.story.foreign.code_parts import parts, reads
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE,
    TRUE,
    Compare,
    Kind,
    Sum,
    Truth,
    Value,
    Variable,
    number,
)

MOST_DRAWN = 1_000
"""The most values that chance decides between."""

_numbers = count(1)
_FROM = " from "


def drawn(values: Iterable[Value]) -> Variable:
    """One of the values, drawn anew; of no two draws is known that they are the same."""
    said = json.dumps([[each.kind, each.of] for each in values])
    return Variable(f"{FREE}{next(_numbers)}{_FROM}{said}")


def is_drawn(name: str) -> bool:
    """Whether chance decides what the variable is, and no player."""
    return name.startswith(FREE) and _FROM in name and name.endswith("]]")


def values_drawn(name: str, links: Sequence[Link]) -> list[Value]:
    """What the free variable can be, as far as something in the links tells it apart."""
    if not is_drawn(name):
        return [FALSE, TRUE]
    values = [Value(Kind(kind), of) for kind, of in json.loads(name.partition(_FROM)[2])]
    asked = _asked(name, links)
    if asked is None or any(each.kind is not Kind.NUMBER for each in values):
        return values
    near = {each + by for each in asked for by in (-1, 0, 1)}
    return [each for each in values if each in (values[0], values[-1]) or int(each.of) in near]


def _asked(name: str, links: Sequence[Link]) -> set[int] | None:
    """The numbers that it is compared with; ``None`` where more than that is done with it."""
    asked = set[int]()
    for link in links:
        for code in (link.condition, *link.settings.values()):
            if name not in reads(code):
                continue
            if any(Variable(name) in comes_from(each) for each in link.settings.values()):
                return None
            for part in parts(code):
                if isinstance(part, Compare) and name in reads(part):
                    sides = {part.one, part.other} - {Variable(name)}
                    if len(sides) != 1 or not all(_is_number(each) for each in sides):
                        return None
                    asked |= {int(each.of) for each in sides if isinstance(each, Value)}
                elif isinstance(part, Truth) and part.of == Variable(name):
                    asked.add(0)
                elif isinstance(part, Sum) and name in reads(part):
                    return None
    return asked


def _is_number(code: object) -> bool:
    return isinstance(code, Value) and code.kind is Kind.NUMBER


def numbers_between(low: int, high: int) -> Iterator[Value]:
    """All whole numbers from the one to the other."""
    return (number(each) for each in range(min(low, high), max(low, high) + 1))
