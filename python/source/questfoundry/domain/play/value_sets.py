"""All values that variables can come to hold, as far as they are few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
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
    evaluate,
    number_value,
)

MAX_VALUES = 24
"""The most values of one variable."""

MAX_CASES = 512
"""The most combinations of values that are looked at for one link."""

MAX_ROUNDS = 100
"""How often values are passed on from one variable to another before none is known."""


@frozen(kw_only=True)
class Link:
    """A way to another passage: what it asks for, and what variables come to by taking it."""

    condition: Condition = ALWAYS
    settings: Settings = field(factory=dict)
    source: str = ""
    target: str = ""


def expand_value_sets(
    values: MutableMapping[str, list[Value]],
    settings: Sequence[Settings],
    thresholds: Mapping[str, int | None],
) -> None:
    """Add all values that the settings lead to; leave out variables with too many, or unknown."""
    changes = list(dict.fromkeys(change for each in settings for change in each.items()))
    for _ in range(MAX_ROUNDS):
        growing = False
        for name, expression in changes:
            if name in values and _add_results(values, name, expression, thresholds.get(name, 1)):
                growing = True
        if not growing:
            return
    values.clear()


def _add_results(
    values: MutableMapping[str, list[Value]],
    name: str,
    expression: Expression,
    threshold: int | None,
) -> bool:
    """Whether something is new: a value, or that nothing is known of the variable any more."""
    new = find_results(expression, values)
    more = {cap_value(value, threshold) for value in new or ()} - set(values[name])
    if new is None or len(values[name]) + len(more) > MAX_VALUES:
        del values[name]
        return True
    values[name] += sorted(more, key=str)
    return bool(more)


def find_results(
    expression: Expression, values: Mapping[str, Sequence[Value]]
) -> set[Value] | None:
    """All that the expression can come to; ``None`` where that is not known."""
    names = sorted(collect_variables(expression))
    if any(name not in values for name in names):
        return None
    if prod(len(values[name]) for name in names) > MAX_CASES:
        return None
    found = set()
    for case in product(*(values[name] for name in names)):
        value = evaluate(expression, dict(zip(names, case, strict=True)))
        if value is None:
            return None
        found.add(value)
    return found


def find_thresholds(links: Sequence[Link]) -> Mapping[str, int | None]:
    """From which number on nothing tells the numbers of a variable apart; ``None``: from none on.

    There is one where the variable only ever grows, and is compared with numbers alone.
    """
    highest: dict[str, int | None] = {}

    def none_of(names: AbstractSet[str]) -> None:
        highest.update(dict.fromkeys(names))

    for link in links:
        for name, expression in link.settings.items():
            inside = list(iter_value_sources(expression))
            none_of({each.name for each in inside if isinstance(each, Variable)} - {name})
            if any(isinstance(each, Sum) and each.addend < 0 for each in inside):
                none_of({name})
        for part in (
            part for each in (link.condition, *link.settings.values()) for part in walk_code(each)
        ):
            if not isinstance(part, Compare | Truth):
                continue
            sides = (part.operand,) if isinstance(part, Truth) else (part.left, part.right)
            names = {
                each.name
                for side in sides
                for each in iter_value_sources(side)
                if isinstance(each, Variable)
            }
            within = list(walk_code(part))
            if len(names) > 1:
                none_of(names)
            sums = sum(abs(each.addend) for each in within if isinstance(each, Sum))
            known = [
                int(e.content) for e in within if isinstance(e, Value) and e.kind is Kind.NUMBER
            ]
            for name in names:
                before = highest.setdefault(name, 0)
                if before is not None:
                    highest[name] = max(before, sums, *(each + sums for each in known))
    return {name: None if most is None else most + 1 for name, most in highest.items()}


def iter_value_sources(expression: Expression) -> Iterator[Expression]:
    """The expression, and those whose values it passes on."""
    yield expression
    match expression:
        case Sum(of, _):
            yield from iter_value_sources(of)
        case Either(_, yes, no):
            yield from iter_value_sources(yes)
            yield from iter_value_sources(no)


def cap_value(value: Value, threshold: int | None) -> Value:
    """The value, or the number from which on nothing tells numbers apart."""
    if value.kind is Kind.NUMBER and threshold is not None and int(value.content) > threshold:
        return number_value(threshold)
    return value
