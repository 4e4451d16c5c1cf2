"""Encode variables with few values as flags, and links as choices on these flags.

The encoding has one flag for each value except the initial one (the direct encoding of constraint
satisfaction). A player has at most one flag of each variable. A link becomes several choices, one
for each combination of values that opens it with a distinct effect. Players never have two of these
open at once, unless the link reads a free variable (one that no passage sets). Unknown conditions
count as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

from attrs import frozen

from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
from questfoundry.domain.story.foreign.counter_flow import find_path_values
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE_PREFIX,
    TRUE,
    All,
    Compare,
    Comparison,
    Condition,
    Kind,
    Not,
    Settings,
    Truth,
    Value,
    Variable,
    evaluate,
    evaluate_condition,
)
from questfoundry.domain.story.foreign.value_sets import (
    MAX_CASES,
    Link,
    expand_value_sets,
    find_thresholds,
    list_possible_values,
)

MAX_ALTERNATIVES = 64  # the largest number of choices that encode one link

_Case = tuple[tuple[str, tuple[Value, ...]], ...]
_Assignments = tuple[tuple[str, Value], ...]


@frozen(kw_only=True)
class Alternative:
    """One of the choices that encode a link, with the flags that it reads, grants and clears."""

    requires: frozenset[str]
    forbids: frozenset[str]
    grants: frozenset[str]
    clears: frozenset[str]


@frozen(kw_only=True)
class Variables:
    """The variables with few, known values.

    ``values`` lists the values of each variable by its name, the initial value first.
    """

    values: Mapping[str, tuple[Value, ...]]

    @classmethod
    def from_links(
        cls,
        links: Sequence[Link],
        *,
        initial: Mapping[str, Value],
        unknown: AbstractSet[str],
        start: str = "",
    ) -> Variables:
        """Find the values of the variables that the links use, except those in ``unknown``.

        If ``start`` is given, variables with too many values are analysed again, along routes from
        there.
        """
        names = {name for link in links for name in link.names} - unknown
        found = {name: [initial[name]] for name in sorted(names) if name in initial}
        found |= {
            name: list_possible_values(name, links)
            for name in found
            if name.startswith(FREE_PREFIX)
        }
        assigned = {name for link in links for name in link.settings}
        for name, value in _iter_compared_values(links):
            if name in found and name not in assigned and value not in found[name]:
                found[name].append(value)
        candidates = {name: found[name] for name in found if name in assigned}
        thresholds = find_thresholds(links)
        expand_value_sets(found, [link.settings for link in links], thresholds)
        missing = {name: initial[name] for name in sorted(candidates.keys() - found.keys())}
        if start and missing:
            found |= find_path_values(missing, links, found, thresholds, start)
        return cls(values={name: tuple(values) for name, values in found.items()})

    def find_least_used(self, link: Link, uses: Mapping[str, int]) -> str | None:
        """Return the variable of ``link`` with the fewest ``uses``, or ``None``.

        Variables that no code sets (``FREE_PREFIX``) do not count. Among equals, the result is the
        variable with most values.
        """
        names = {
            name for name in self._list_read_variables(link) if not name.startswith(FREE_PREFIX)
        }
        names |= self._known_settings(link).keys()
        return min(
            sorted(names),
            key=lambda name: (uses.get(name, 0), -len(self.values[name])),
            default=None,
        )

    def build_alternatives(self, link: Link) -> Sequence[Alternative] | None:
        """Return the choices that encode the link, or ``None`` if there would be too many."""
        if plain := self._build_from_flags(link):
            return [plain]
        if self.count_cases(link) > MAX_CASES:
            return None
        settings, names = self._known_settings(link), self._list_read_variables(link)
        found: dict[Alternative, None] = {}
        for case, assignments in self._list_cases(link.condition, settings, names, {}):
            for literals in product(
                *(self._build_literals(name, values_of_case) for name, values_of_case in case)
            ):
                found[self._build_alternative(literals, assignments)] = None
                if len(found) > MAX_ALTERNATIVES:
                    return None
        return list(found)

    def _build_from_flags(self, link: Link) -> Alternative | None:
        sides: tuple[set[str], set[str]] = (set(), set())
        conditions = (
            link.condition.operands if isinstance(link.condition, All) else (link.condition,)
        )
        for each in conditions:
            literal = each.operand if isinstance(each, Not) else each
            if not isinstance(literal, Truth) or not isinstance(literal.operand, Variable):
                return None
            name = literal.operand.name
            if not self._is_flag(name, literal.strictly):
                return None
            sides[isinstance(each, Not)].add(name)
        settings = self._known_settings(link)
        if not all(isinstance(each, Value) for each in settings.values()):
            return None
        assignments = tuple(
            (name, self._clamp_value(name, each))
            for name, each in settings.items()
            if isinstance(each, Value)
        )
        return self._build_alternative([(frozenset(sides[0]), frozenset(sides[1]))], assignments)

    def _is_flag(self, name: str, strictly: bool) -> bool:
        """Return whether a single flag says that the variable ``name`` counts as true.

        The initial value must count as false and, if ``strictly``, be the boolean false. Every
        other value must count as false or be the boolean true.
        """
        first, *others = self.values.get(name, (TRUE,))
        if strictly and first != FALSE:
            return False
        return not first.is_truthy and all(not e.is_truthy or e == TRUE for e in others)

    def count_cases(self, link: Link) -> int:
        """Return the number of combinations of values of the variables that ``link`` reads.

        The result is 1 if flags alone encode the link.
        """
        if self._build_from_flags(link):
            return 1
        return prod(len(self.values[name]) for name in self._list_read_variables(link))

    def _known_settings(self, link: Link) -> Settings:
        return {name: each for name, each in link.settings.items() if name in self.values}

    def _list_read_variables(self, link: Link) -> Sequence[str]:
        read = collect_variables(link.condition).union(
            *map(collect_variables, self._known_settings(link).values())
        )
        return sorted(read & self.values.keys())

    def _list_cases(
        self,
        condition: Condition,
        settings: Settings,
        names: Sequence[str],
        values: Mapping[str, Value],
    ) -> Sequence[tuple[_Case, _Assignments]]:
        if evaluate_condition(condition, values) is False:
            return ()
        if not names:
            assignments = []
            for name, expression in settings.items():
                if value := evaluate(expression, values):
                    assignments.append((name, self._clamp_value(name, value)))
            return (((), tuple(assignments)),)
        name, *rest = names
        groups: dict[Sequence[tuple[_Case, _Assignments]], list[Value]] = {}
        for value in self.values[name]:
            cases = tuple(self._list_cases(condition, settings, rest, {**values, name: value}))
            groups.setdefault(cases, []).append(value)
        is_irrelevant = len(groups) == 1
        return tuple(
            (case if is_irrelevant else ((name, tuple(values_of_case)), *case), assignments)
            for cases, values_of_case in groups.items()
            for case, assignments in cases
        )

    def _clamp_value(self, name: str, value: Value) -> Value:
        if value in self.values[name]:
            return value
        numbers = [each for each in self.values[name] if each.kind is Kind.NUMBER]
        return max(numbers, key=lambda each: each.content, default=value)

    def _build_literals(
        self, name: str, values: Sequence[Value]
    ) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        if name.startswith(FREE_PREFIX):
            return [(frozenset(), frozenset())]
        first, *others = self.values[name]
        if first in values:
            return [
                (frozenset(), frozenset(self.name_flag(name, e) for e in others if e not in values))
            ]
        return [(frozenset({self.name_flag(name, each)}), frozenset()) for each in values]

    def _build_alternative(
        self, literals: Sequence[tuple[frozenset[str], frozenset[str]]], assignments: _Assignments
    ) -> Alternative:
        grants = {
            self.name_flag(n, value) for n, value in assignments if value != self.values[n][0]
        }
        clears = {self.name_flag(n, each) for n, _ in assignments for each in self.values[n][1:]}
        return Alternative(
            requires=frozenset[str]().union(*(each for each, _ in literals)),
            forbids=frozenset[str]().union(*(each for _, each in literals)),
            grants=frozenset(grants),
            clears=frozenset(clears - grants),
        )

    def name_flag(self, name: str, value: Value) -> str:
        """Return the flag for ``value`` of the variable ``name``; the flag for true is ``name``."""
        return name if value == TRUE else f"{name} is {value}"


def _iter_compared_values(links: Sequence[Link]) -> Iterator[tuple[str, Value]]:
    for condition in dict.fromkeys(link.condition for link in links):
        for part in walk_code(condition):
            match part:
                case Truth(Variable(name), _):
                    yield name, TRUE
                case Compare(Comparison.SAME | Comparison.LIKE, Variable(name), Value() as value):
                    if value.kind is not Kind.NUMBER:
                        yield name, value
