"""Find the sets of values that the variables of an imported story can have.

The order of passages is ignored: the sets are the least fixpoint of all assignments, as in abstract
interpretation (Cousot and Cousot 1977). All numbers above a threshold become one if no condition
distinguishes them. A variable with too many values is left out.
"""

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
"""The largest number of values of one variable, beyond which it counts as unknown."""

MAX_CASES = 512
"""The limit on combinations of values for one link or expression."""

MAX_ROUNDS = 100
"""The limit on rounds of the fixpoint iteration."""


@frozen(kw_only=True)
class Link:
    """A link to another passage: its condition, and the variables that it sets."""

    condition: Condition = ALWAYS
    settings: Settings = field(factory=dict)
    source: str = ""
    target: str = ""

    @property
    def read_names(self) -> frozenset[str]:
        """The variables that the condition and the values of the settings read."""
        codes = (self.condition, *self.settings.values())
        return frozenset[str]().union(*map(collect_variables, codes))

    @property
    def names(self) -> frozenset[str]:
        """The variables that the link reads or sets."""
        return self.read_names | self.settings.keys()


def expand_value_sets(
    values: MutableMapping[str, list[Value]],
    settings: Sequence[Settings],
    thresholds: Mapping[str, int | None],
) -> None:
    """Add to ``values`` all values that the assignments can produce, up to a fixpoint.

    A variable with too many or unknown values is removed; all are if ``MAX_ROUNDS`` do not suffice.
    """
    changes = list(dict.fromkeys(change for each in settings for change in each.items()))
    for _ in range(MAX_ROUNDS):
        has_grown = False
        for name, expression in changes:
            if name in values and _add_results(values, name, expression, thresholds.get(name, 1)):
                has_grown = True
        if not has_grown:
            return
    values.clear()


def _add_results(
    values: MutableMapping[str, list[Value]],
    name: str,
    expression: Expression,
    threshold: int | None,
) -> bool:
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
    """Return all possible values, or ``None`` if one is unknown or there are too many cases."""
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
    """Return a threshold for each variable; conditions treat all greater numbers alike.

    The threshold is ``None`` unless the variable only grows and is compared only with constants.
    """
    thresholds: dict[str, int | None] = {}

    def remove_thresholds(names: AbstractSet[str]) -> None:
        thresholds.update(dict.fromkeys(names))

    for link in links:
        for name, expression in link.settings.items():
            inside = list(iter_value_sources(expression))
            remove_thresholds({each.name for each in inside if isinstance(each, Variable)} - {name})
            if any(isinstance(each, Sum) and each.addend < 0 for each in inside):
                remove_thresholds({name})
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
            subexpressions = list(walk_code(part))
            if len(names) > 1:
                remove_thresholds(names)
            sums = sum(abs(each.addend) for each in subexpressions if isinstance(each, Sum))
            known = [
                int(e.content)
                for e in subexpressions
                if isinstance(e, Value) and e.kind is Kind.NUMBER
            ]
            for name in names:
                before = thresholds.setdefault(name, 0)
                if before is not None:
                    thresholds[name] = max(before, sums, *(each + sums for each in known))
    return {name: None if limit is None else limit + 1 for name, limit in thresholds.items()}


def iter_value_sources(expression: Expression) -> Iterator[Expression]:
    """Yield the parts from which the value can come: bases of sums and both alternatives."""
    yield expression
    match expression:
        case Sum(of, _):
            yield from iter_value_sources(of)
        case Either(_, yes, no):
            yield from iter_value_sources(yes)
            yield from iter_value_sources(no)


def cap_value(value: Value, threshold: int | None) -> Value:
    """Return ``value``, or the number ``threshold`` if ``value`` is a greater number."""
    if value.kind is Kind.NUMBER and threshold is not None and int(value.content) > threshold:
        return number_value(threshold)
    return value
