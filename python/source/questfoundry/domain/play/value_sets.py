"""All values that variables can come to hold, as far as they are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import parts, reads
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Condition,
    Either,
    Expression,
    Kind,
    Settings,
    Sum,
    Truth,
    Value,
    Variable,
    number,
    value_of,
)

MOST_VALUES = 24
"""The most values of one variable."""

MOST_CASES = 512
"""The most combinations of values that are looked at for one link."""

MOST_ROUNDS = 100
"""How often values are passed on from one variable to another before none is known."""


@frozen(kw_only=True)
class Link:
    """A way to another passage: what it asks for, and what variables come to by taking it."""

    condition: Condition = ALWAYS
    settings: Settings = field(factory=dict)
    source: str = ""
    target: str = ""


def grow(
    found: MutableMapping[str, list[Value]],
    settings: Sequence[Settings],
    highest: Mapping[str, int | None],
) -> None:
    """Add all values that the settings lead to; leave out variables with too many, or unknown."""
    changes = list(dict.fromkeys(change for each in settings for change in each.items()))
    for _ in range(MOST_ROUNDS):
        growing = False
        for name, expression in changes:
            if name in found and _grows(found, name, expression, highest.get(name, 1)):
                growing = True
        if not growing:
            return
    found.clear()


def _grows(
    found: MutableMapping[str, list[Value]], name: str, expression: Expression, highest: int | None
) -> bool:
    """Whether something is new: a value, or that nothing is known of the variable any more."""
    new = results(expression, found)
    more = {capped(value, highest) for value in new or ()} - set(found[name])
    if new is None or len(found[name]) + len(more) > MOST_VALUES:
        del found[name]
        return True
    found[name] += sorted(more, key=str)
    return bool(more)


def results(expression: Expression, values: Mapping[str, Sequence[Value]]) -> set[Value] | None:
    """All that the expression can come to; ``None`` where that is not known."""
    names = sorted(reads(expression))
    if any(name not in values for name in names):
        return None
    if prod(len(values[name]) for name in names) > MOST_CASES:
        return None
    found = set()
    for case in product(*(values[name] for name in names)):
        value = value_of(expression, dict(zip(names, case, strict=True)))
        if value is None:
            return None
        found.add(value)
    return found


def highest_of(links: Sequence[Link]) -> Mapping[str, int | None]:
    """From which number on nothing tells the numbers of a variable apart; ``None``: from none on.

    There is one where the variable only ever grows, and is compared with numbers alone.
    """
    highest: dict[str, int | None] = {}

    def none_of(names: AbstractSet[str]) -> None:
        highest.update(dict.fromkeys(names))

    for link in links:
        for name, expression in link.settings.items():
            inside = list(comes_from(expression))
            none_of({each.name for each in inside if isinstance(each, Variable)} - {name})
            if any(isinstance(each, Sum) and each.more < 0 for each in inside):
                none_of({name})
        for part in (
            part for each in (link.condition, *link.settings.values()) for part in parts(each)
        ):
            if not isinstance(part, Compare | Truth):
                continue
            sides = (part.of,) if isinstance(part, Truth) else (part.one, part.other)
            names = {
                each.name
                for side in sides
                for each in comes_from(side)
                if isinstance(each, Variable)
            }
            within = list(parts(part))
            if len(names) > 1:
                none_of(names)
            sums = sum(abs(each.more) for each in within if isinstance(each, Sum))
            known = [int(e.of) for e in within if isinstance(e, Value) and e.kind is Kind.NUMBER]
            for name in names:
                before = highest.setdefault(name, 0)
                if before is not None:
                    highest[name] = max(before, sums, *(each + sums for each in known))
    return {name: None if most is None else most + 1 for name, most in highest.items()}


def comes_from(expression: Expression) -> Iterator[Expression]:
    """The expression, and those whose values it passes on."""
    yield expression
    match expression:
        case Sum(of, _):
            yield from comes_from(of)
        case Either(_, yes, no):
            yield from comes_from(yes)
            yield from comes_from(no)


def capped(value: Value, highest: int | None) -> Value:
    """The value, or the number from which on nothing tells numbers apart."""
    if value.kind is Kind.NUMBER and highest is not None and int(value.of) > highest:
        return number(highest)
    return value
