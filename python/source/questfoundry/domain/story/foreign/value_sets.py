"""Find the sets of values that the variables of an imported story can have.

The order of passages is ignored: the sets are the least fixpoint of all assignments, as in abstract
interpretation (Cousot and Cousot 1977). All numbers above a threshold become one if no condition
distinguishes them. A variable with too many values is left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import count, product
from math import prod

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    FREE_PREFIX,
    TRUE,
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

MAX_VALUES = 24  # the largest number of values of one variable, beyond which it counts as unknown
MAX_CASES = 512  # the limit on combinations of values for one link or expression
MAX_ROUNDS = 100  # the limit on rounds of the fixpoint iteration


@frozen(kw_only=True)
class Link:
    """A link to another passage: its condition, and the variables that the link sets."""

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

    A variable with too many or unknown values is removed. All variables are removed if
    ``MAX_ROUNDS`` rounds do not suffice.
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
    """Return all possible values of ``expression`` for the given values of its variables.

    The result is ``None`` if a value is unknown, or if there are too many combinations.
    """
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
    """Return a threshold for each variable; conditions do not distinguish greater numbers from it.

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
    """Yield ``expression`` and the parts from which it takes its value.

    These are the ``base`` of a sum, and both alternatives of a conditional expression.
    """
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


MAX_RANDOM_VALUES = 1_000  # the largest number of values of one random variable

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
