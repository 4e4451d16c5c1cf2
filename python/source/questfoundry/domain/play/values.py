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

from questfoundry.domain.play.chance import values_drawn
from questfoundry.domain.play.counter_flow import values_on_ways
from questfoundry.domain.play.value_sets import MOST_CASES, Link, grow, highest_of
from questfoundry.domain.story.foreign.code_parts import parts, reads
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    FREE,
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
    holds,
    value_of,
)

MOST_CHOICES = 64
"""The most choices that one link becomes."""

_Case = tuple[tuple[str, tuple[Value, ...]], ...]
_Done = tuple[tuple[str, Value], ...]


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
    def of(
        cls,
        links: Sequence[Link],
        *,
        first: Mapping[str, Value],
        unknown: AbstractSet[str],
        start: str = "",
    ) -> Variables:
        """Those of the links; ``unknown`` are names of which nothing is known.

        What has too many values wherever it is set may have few on the ways from the ``start``.
        """
        names = {name for link in links for name in _names(link)} - unknown
        found = {name: [first[name]] for name in sorted(names) if name in first}
        found |= {name: values_drawn(name, links) for name in found if name.startswith(FREE)}
        ever_set = {name for link in links for name in link.settings}
        for name, value in _asked_for(links):
            if name in found and name not in ever_set and value not in found[name]:
                found[name].append(value)
        lost = {name: found[name] for name in found if name in ever_set}
        highest = highest_of(links)
        grow(found, [link.settings for link in links], highest)
        missing = {name: first[name] for name in sorted(lost.keys() - found.keys())}
        if start and missing:
            found |= values_on_ways(missing, links, found, highest, start)
        return cls(values={name: tuple(values) for name, values in found.items()})

    def least_missed(self, link: Link, asked: Mapping[str, int]) -> str | None:
        """Of what the link depends on, the variable that is ``asked`` for least, the widest first.

        ``None`` where it depends on nothing.
        """
        names = {name for name in self._read(link) if not name.startswith(FREE)}
        names |= self._own_settings(link).keys()
        return min(
            sorted(names),
            key=lambda name: (asked.get(name, 0), -len(self.values[name])),
            default=None,
        )

    def alternatives(self, link: Link) -> Sequence[Alternative] | None:
        """The choices that the link becomes, none where it is never open.

        ``None`` where it would be too many.
        """
        if plain := self._of_flags(link):
            return [plain]
        if self.cases(link) > MOST_CASES:
            return None
        settings, names = self._own_settings(link), self._read(link)
        found: dict[Alternative, None] = {}
        for case, done in self._cases(link.condition, settings, names, {}):
            for literals in product(*(self._literals(name, among) for name, among in case)):
                found[self._alternative(literals, done)] = None
                if len(found) > MOST_CHOICES:
                    return None
        return list(found)

    def _of_flags(self, link: Link) -> Alternative | None:
        """The one choice of a link that asks for flags, and sets what depends on nothing."""
        sides: tuple[set[str], set[str]] = (set(), set())
        asked = link.condition.of if isinstance(link.condition, All) else (link.condition,)
        for each in asked:
            literal = each.of if isinstance(each, Not) else each
            if not isinstance(literal, Truth) or not isinstance(literal.of, Variable):
                return None
            name = literal.of.name
            if not self._is_flag(name, literal.strictly):
                return None
            sides[isinstance(each, Not)].add(name)
        settings = self._own_settings(link)
        if not all(isinstance(each, Value) for each in settings.values()):
            return None
        done = tuple(
            (name, self._own(name, each))
            for name, each in settings.items()
            if isinstance(each, Value)
        )
        return self._alternative([(frozenset(sides[0]), frozenset(sides[1]))], done)

    def _is_flag(self, name: str, strictly: bool) -> bool:
        """Whether it only counts as true where it is true, and does not begin so."""
        first, *others = self.values.get(name, (TRUE,))
        if strictly and first != FALSE:
            return False
        return not first.is_truthy and all(not e.is_truthy or e == TRUE for e in others)

    def cases(self, link: Link) -> int:
        """How many combinations of values must be looked at for it."""
        if self._of_flags(link):
            return 1
        return prod(len(self.values[name]) for name in self._read(link))

    def _own_settings(self, link: Link) -> Settings:
        return {name: each for name, each in link.settings.items() if name in self.values}

    def _read(self, link: Link) -> Sequence[str]:
        read = reads(link.condition).union(*map(reads, self._own_settings(link).values()))
        return sorted(read & self.values.keys())

    def _cases(
        self,
        condition: Condition,
        settings: Settings,
        names: Sequence[str],
        values: Mapping[str, Value],
    ) -> Sequence[tuple[_Case, _Done]]:
        """When it is open, and what is held then; values that make no difference are together."""
        if holds(condition, values) is False:
            return ()
        if not names:
            done = []
            for name, expression in settings.items():
                if value := value_of(expression, values):
                    done.append((name, self._own(name, value)))
            return (((), tuple(done)),)
        name, *rest = names
        groups: dict[Sequence[tuple[_Case, _Done]], list[Value]] = {}
        for value in self.values[name]:
            cases = tuple(self._cases(condition, settings, rest, {**values, name: value}))
            groups.setdefault(cases, []).append(value)
        whole = len(groups) == 1
        return tuple(
            (case if whole else ((name, tuple(among)), *case), done)
            for cases, among in groups.items()
            for case, done in cases
        )

    def _own(self, name: str, value: Value) -> Value:
        """The value of the variable that stands for this one: numbers end somewhere."""
        if value in self.values[name]:
            return value
        numbers = [each for each in self.values[name] if each.kind is Kind.NUMBER]
        return max(numbers, key=lambda each: each.of, default=value)

    def _literals(
        self, name: str, among: Sequence[Value]
    ) -> Sequence[tuple[frozenset[str], frozenset[str]]]:
        """Pairs of flags to hold and not to hold, one of which says that it has such a value."""
        if name.startswith(FREE):
            return [(frozenset(), frozenset())]
        first, *others = self.values[name]
        if first in among:
            return [(frozenset(), frozenset(self.flag(name, e) for e in others if e not in among))]
        return [(frozenset({self.flag(name, each)}), frozenset()) for each in among]

    def _alternative(
        self, literals: Sequence[tuple[frozenset[str], frozenset[str]]], done: _Done
    ) -> Alternative:
        grants = {self.flag(n, value) for n, value in done if value != self.values[n][0]}
        clears = {self.flag(n, each) for n, _ in done for each in self.values[n][1:]}
        return Alternative(
            requires=frozenset[str]().union(*(each for each, _ in literals)),
            forbids=frozenset[str]().union(*(each for _, each in literals)),
            grants=frozenset(grants),
            clears=frozenset(clears - grants),
        )

    def flag(self, name: str, value: Value) -> str:
        """What the flag of a value is called: that something is true has its name."""
        return name if value == TRUE else f"{name} is {value}"


def _asked_for(links: Sequence[Link]) -> Iterator[tuple[str, Value]]:
    """Values that variables are asked for; of what nobody sets, it can be told so."""
    for condition in dict.fromkeys(link.condition for link in links):
        for part in parts(condition):
            match part:
                case Truth(Variable(name), _):
                    yield name, TRUE
                case Compare(Comparison.SAME | Comparison.LIKE, Variable(name), Value() as value):
                    if value.kind is not Kind.NUMBER:
                        yield name, value


def _names(link: Link) -> Iterator[str]:
    yield from reads(link.condition)
    for name, expression in link.settings.items():
        yield name
        yield from reads(expression)
