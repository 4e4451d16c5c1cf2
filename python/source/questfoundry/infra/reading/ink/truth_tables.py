"""Numbers that are only asked whether they are none become what is true or false.

To ink truth is a number, and so is how often something was met. What is known of flags can be
worked out of far more of them than of numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.play.value_sets import Link, comes_from
from questfoundry.domain.story.foreign.code_parts import parts, reads
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    FREE,
    TRUE,
    All,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    Not,
    Sum,
    Truth,
    Unclear,
    Value,
    Variable,
    negated,
    number,
)
from questfoundry.infra.reading.ink.symbolic_values import NEVER, chosen, is_unknown, joined

MOST_CASES = 24
"""The most links that one becomes so that each of them asks for flags alone."""

_FEW = 6
"""Of so few variables all combinations can be looked at as well."""

_SMALL = (number(0), number(1))


def as_truths(
    links: Sequence[Link], first: Mapping[str, Value]
) -> tuple[Sequence[Link], Mapping[str, Value]]:
    """The links, and what variables begin with, where truths are truths and constants values."""
    ever_set = {name for link in links for name in link.settings}
    asked = {name for link in links for name in reads(link.condition)}
    asked |= {name for link in links for each in link.settings.values() for name in reads(each)}
    constants = {
        name: first.get(name, number(0))
        for name in asked - ever_set
        if not name.startswith(FREE) and not is_unknown(name)
    }
    rewriting = _Rewriting(constants, frozenset())
    links = [rewriting.link(each) for each in links]
    truths = _truths(links, first)
    rewriting = _Rewriting({}, truths)
    begun = {
        name: (TRUE if each.is_truthy else FALSE) if name in truths else each
        for name, each in first.items()
    }
    begun |= dict.fromkeys(truths - begun.keys(), FALSE)
    return [rewriting.link(each) for each in links], begun


def _truths(  # noqa: C901  a case for each use
    links: Sequence[Link], first: Mapping[str, Value]
) -> frozenset[str]:
    """The variables that can be told as true or false without loss."""
    asked = {name for link in links for name in reads(link.condition)}
    lost, counts = set[str](), set[str]()
    passed: dict[str, set[str]] = defaultdict(set)
    for link in links:
        for name, each in link.settings.items():
            for leaf in comes_from(each):
                match leaf:
                    case Value() if leaf not in _SMALL:
                        lost.add(name)
                    case Sum(Variable(other), more) if other == name and more > 0:
                        counts.add(name)
                    case Sum():
                        lost |= {name, *reads(leaf)}
                    case Variable(other) if other != name:
                        passed[name].add(other)
                        passed[other].add(name)
        for code in dict.fromkeys((link.condition, *link.settings.values())):
            for part in parts(code):
                if isinstance(part, Compare) and not _sides(part):
                    lost |= reads(part)
    for link in links:
        for code in (link.condition, *link.settings.values()):
            for part in parts(code):
                if isinstance(part, Compare) and (sides := _sides(part)) and sides[0] in counts:
                    lost |= {sides[0]} if _of_count(part) is None else set()
    lost |= {name for name, each in first.items() if each not in _SMALL}
    names = {name for link in links for name in link.settings}
    lost |= {name for name in counts if passed[name]}
    lost |= {each for each in names | asked if each.startswith(FREE) or is_unknown(each)}
    waiting = list(lost)
    for name in waiting:
        others = passed[name] - lost
        lost |= others
        waiting += others
    return frozenset((names & (asked | first.keys())) - lost)


def _sides(part: Compare) -> tuple[str, int, bool] | None:
    """The variable, the number that it is compared with, and whether that stands behind it."""
    match part:
        case Compare(_, Variable(name), Value(Kind.NUMBER, of)):
            return name, int(of), True
        case Compare(_, Value(Kind.NUMBER, of), Variable(name)):
            return name, int(of), False
    return None


def _outcome(part: Compare, value: int) -> bool:
    _, other, behind = _sides(part) or ("", 0, True)
    one, two = (value, other) if behind else (other, value)
    if part.how in (Comparison.SAME, Comparison.LIKE):
        return one == two
    return one < two if part.how is Comparison.LESS else one > two


def _of_count(part: Compare) -> Condition | None:
    """What it asks of a count as of something true; ``None`` where it asks for more."""
    none, some, more = (_outcome(part, value) for value in (0, 1, 2**40))
    if some != more:
        return None
    sides = _sides(part)
    if sides is None or (sides[1] not in (0, 1) and some != none):
        return None
    return _as_truth(sides[0], none, some)


def _as_truth(name: str, none: bool, some: bool) -> Condition:
    if none == some:
        return ALWAYS if none else NEVER
    return Truth(Variable(name)) if some else negated(Truth(Variable(name)))


class _Rewriting:
    def __init__(self, constants: Mapping[str, Value], truths: frozenset[str]) -> None:
        self._constants = constants
        self._truths = truths
        self._known: dict[object, Condition] = {}

    def link(self, link: Link) -> Link:
        return evolve(
            link,
            condition=self.condition(link.condition),
            settings={name: self._set(name, each) for name, each in link.settings.items()},
        )

    def condition(self, code: Condition) -> Condition:
        if code not in self._known:
            self._known[code] = self._condition(code)
        return self._known[code]

    def _condition(self, code: Condition) -> Condition:
        match code:
            case All(of):
                return joined(*map(self.condition, of))
            case Not(of):
                return negated(self.condition(of))
            case Truth(of):
                return self._truth(of)
            case Compare(how, one, other):
                return self._compared(Compare(how, self._expression(one), self._expression(other)))
            case Unclear():
                return code

    def _truth(self, of: Expression) -> Condition:
        found = self._expression(of)
        match found:
            case Value():
                return ALWAYS if found.is_truthy else NEVER
            case Either(condition, yes, no):
                return chosen(condition, self._truth(yes), self._truth(no))
            case _:
                return Truth(found)

    def _compared(self, part: Compare) -> Condition:
        match part:
            case Compare(how, Value(Kind.NUMBER, one), Value(Kind.NUMBER, other)):
                left, right = int(one), int(other)
                found = {"less": left < right, "more": left > right}.get(how, left == right)
                return ALWAYS if found else NEVER
            case Compare(Comparison.SAME, Value() as one, Value() as other):
                return ALWAYS if one == other else NEVER
        if (sides := _sides(part)) and sides[0] in self._truths:
            return _as_truth(sides[0], _outcome(part, 0), _outcome(part, 1))
        return part

    def _expression(self, code: Expression) -> Expression:
        match code:
            case Variable(name):
                return self._constants.get(name, code)
            case Sum(of, more):
                base = self._expression(of)
                known = isinstance(base, Value) and base.kind is Kind.NUMBER
                return (
                    number(int(base.of) + more)
                    if known and isinstance(base, Value)
                    else Sum(base, more)
                )
            case Either(condition, yes, no):
                asked = self.condition(condition)
                if asked in (ALWAYS, NEVER):
                    return self._expression(yes if asked == ALWAYS else no)
                return Either(asked, self._expression(yes), self._expression(no))
            case _:
                return code

    def _set(self, name: str, code: Expression) -> Expression:
        found = self._expression(code)
        return _as_set(found) if name in self._truths else found


def _as_set(code: Expression) -> Expression:
    match code:
        case Value():
            return TRUE if code.is_truthy else FALSE
        case Sum():
            return TRUE
        case Either(condition, yes, no):
            return Either(condition, _as_set(yes), _as_set(no))
        case _:
            return code


class _TooManyError(Exception):
    """More cases than one link may become."""


def cases_of(condition: Condition) -> Sequence[Condition]:
    """Conditions of which one holds if this one does, and never two; each asks for all it names."""
    if len(reads(condition)) <= _FEW:
        return [condition]
    try:
        return _split(condition)
    except _TooManyError:
        return [condition]


def _split(condition: Condition) -> Sequence[Condition]:
    match condition:
        case All(of):
            found: Sequence[Condition] = [ALWAYS]
            for part in of:
                found = _both(found, _split(part))
            return found
        case Not(All(of)):
            kept: Sequence[Condition] = [ALWAYS]
            broken: list[Condition] = []
            for part in of:
                broken += _both(kept, _split(negated(part)))
                kept = _both(kept, _split(part))
            return _few(broken)
        case _:
            return [condition]


def _both(one: Sequence[Condition], other: Sequence[Condition]) -> Sequence[Condition]:
    found = [joined(left, right) for left in one for right in other]
    return _few([each for each in found if each != NEVER])


def _few(found: Sequence[Condition]) -> Sequence[Condition]:
    if len(found) > MOST_CASES:
        raise _TooManyError
    return found
