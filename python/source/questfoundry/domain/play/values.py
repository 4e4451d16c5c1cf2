"""Variables with few values become flags: one for each value but the first.

Whoever is in the story holds at most one flag of a variable; who holds none has its first value.
A link becomes a choice for each way in which it is open and changes what is held; no two of them
are open together, but for what a player is free to do before. What cannot be known counts as open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from math import prod

from attrs import frozen

from questfoundry.domain.play.chance import list_possible_values
from questfoundry.domain.play.counter_flow import find_path_values
from questfoundry.domain.play.value_sets import MAX_CASES, Link, expand_value_sets, find_thresholds
from questfoundry.domain.story.foreign.code_parts import collect_variables, walk_code
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

MAX_ALTERNATIVES = 64
"""The most choices that one link becomes."""

_Case = tuple[tuple[str, tuple[Value, ...]], ...]
_Assignments = tuple[tuple[str, Value], ...]


@frozen(kw_only=True)
class Alternative:
    """One of the choices that a link becomes: the flags it asks for, sets and clears."""

    requires: frozenset[str]
    forbids: frozenset[str]
    grants: frozenset[str]
    clears: frozenset[str]


@frozen(kw_only=True)
class Variables:
    """The ``values`` that each variable can have, the first one first.

    Those that are not here have too many, or change in ways that are not known.
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
        """Those of the links; ``unknown`` are names of which nothing is known.

        What has too many values wherever it is set may have few on the ways from the ``start``.
        """
        names = {name for link in links for name in _iter_names(link)} - unknown
        found = {name: [initial[name]] for name in sorted(names) if name in initial}
        found |= {
            name: list_possible_values(name, links)
            for name in found
            if name.startswith(FREE_PREFIX)
        }
        ever_set = {name for link in links for name in link.settings}
        for name, value in _iter_compared_values(links):
            if name in found and name not in ever_set and value not in found[name]:
                found[name].append(value)
        lost = {name: found[name] for name in found if name in ever_set}
        highest = find_thresholds(links)
        expand_value_sets(found, [link.settings for link in links], highest)
        missing = {name: initial[name] for name in sorted(lost.keys() - found.keys())}
        if start and missing:
            found |= find_path_values(missing, links, found, highest, start)
        return cls(values={name: tuple(values) for name, values in found.items()})

    def find_least_used(self, link: Link, uses: Mapping[str, int]) -> str | None:
        """Of what the link depends on, the variable that is ``asked`` for least, the widest first.

        ``None`` where it depends on nothing.
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
        """The choices that the link becomes, none where it is never open.

        ``None`` where it would be too many.
        """
        if plain := self._build_from_flags(link):
            return [plain]
        if self.count_cases(link) > MAX_CASES:
            return None
        settings, names = self._known_settings(link), self._list_read_variables(link)
        found: dict[Alternative, None] = {}
        for case, done in self._list_cases(link.condition, settings, names, {}):
            for literals in product(*(self._build_literals(name, among) for name, among in case)):
                found[self._build_alternative(literals, done)] = None
                if len(found) > MAX_ALTERNATIVES:
                    return None
        return list(found)

    def _build_from_flags(self, link: Link) -> Alternative | None:
        """The one choice of a link that asks for flags, and sets what depends on nothing."""
        sides: tuple[set[str], set[str]] = (set(), set())
        asked = link.condition.operands if isinstance(link.condition, All) else (link.condition,)
        for each in asked:
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
        done = tuple(
            (name, self._clamp_value(name, each))
            for name, each in settings.items()
            if isinstance(each, Value)
        )
        return self._build_alternative([(frozenset(sides[0]), frozenset(sides[1]))], done)

    def _is_flag(self, name: str, strictly: bool) -> bool:
        """Whether it only counts as true where it is true, and does not begin so."""
        first, *others = self.values.get(name, (TRUE,))
        if strictly and first != FALSE:
            return False
        return not first.is_truthy and all(not e.is_truthy or e == TRUE for e in others)

    def count_cases(self, link: Link) -> int:
        """How many combinations of values must be looked at for it."""
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
        """When it is open, and what is held then; values that make no difference are together."""
        if evaluate_condition(condition, values) is False:
            return ()
        if not names:
            done = []
            for name, expression in settings.items():
                if value := evaluate(expression, values):
                    done.append((name, self._clamp_value(name, value)))
            return (((), tuple(done)),)
        name, *rest = names
        groups: dict[Sequence[tuple[_Case, _Assignments]], list[Value]] = {}
        for value in self.values[name]:
            cases = tuple(self._list_cases(condition, settings, rest, {**values, name: value}))
            groups.setdefault(cases, []).append(value)
        whole = len(groups) == 1
        return tuple(
            (case if whole else ((name, tuple(among)), *case), done)
            for cases, among in groups.items()
            for case, done in cases
        )

    def _clamp_value(self, name: str, value: Value) -> Value:
        """The value of the variable that stands for this one: numbers end somewhere."""
        if value in self.values[name]:
            return value
        numbers = [each for each in self.values[name] if each.kind is Kind.NUMBER]
        return max(numbers, key=lambda each: each.content, default=value)

    def _build_literals(
        self, name: str, values: Sequence[Value]
    ) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Pairs of flags to hold and not to hold, one of which says that it has such a value."""
        if name.startswith(FREE_PREFIX):
            return [(frozenset(), frozenset())]
        first, *others = self.values[name]
        if first in values:
            return [
                (frozenset(), frozenset(self.name_flag(name, e) for e in others if e not in values))
            ]
        return [(frozenset({self.name_flag(name, each)}), frozenset()) for each in values]

    def _build_alternative(
        self, literals: Sequence[tuple[frozenset[str], frozenset[str]]], done: _Assignments
    ) -> Alternative:
        grants = {self.name_flag(n, value) for n, value in done if value != self.values[n][0]}
        clears = {self.name_flag(n, each) for n, _ in done for each in self.values[n][1:]}
        return Alternative(
            requires=frozenset[str]().union(*(each for each, _ in literals)),
            forbids=frozenset[str]().union(*(each for _, each in literals)),
            grants=frozenset(grants),
            clears=frozenset(clears - grants),
        )

    def name_flag(self, name: str, value: Value) -> str:
        """What the flag of a value is called: that something is true has its name."""
        return name if value == TRUE else f"{name} is {value}"


def _iter_compared_values(links: Sequence[Link]) -> Iterator[tuple[str, Value]]:
    """Values that variables are asked for; of what nobody sets, it can be told so."""
    for condition in dict.fromkeys(link.condition for link in links):
        for part in walk_code(condition):
            match part:
                case Truth(Variable(name), _):
                    yield name, TRUE
                case Compare(Comparison.SAME | Comparison.LIKE, Variable(name), Value() as value):
                    if value.kind is not Kind.NUMBER:
                        yield name, value


def _iter_names(link: Link) -> Iterator[str]:
    yield from collect_variables(link.condition)
    for name, expression in link.settings.items():
        yield name
        yield from collect_variables(expression)
