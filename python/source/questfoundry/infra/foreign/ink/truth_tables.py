"""Convert ink's numbers into booleans where conditions only ask whether a number is zero.

The analysis can handle far more boolean variables than numeric ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.story.foreign.code_parts import collect_variables, find_number, walk_code
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FALSE,
    FREE_PREFIX,
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
    UnknownCondition,
    Value,
    Variable,
    negate,
    number_value,
)
from questfoundry.domain.story.foreign.value_sets import Link, iter_value_sources
from questfoundry.infra.foreign.ink.symbolic_values import (
    NEVER,
    all_of,
    is_unknown,
    select_condition,
)

MAX_CASES = 24  # the most mutually exclusive cases into which one condition is split
_FEW_VARIABLES = 6
"""The most variables in a condition for which all combinations of values can be enumerated; such
a condition is not split."""

_SMALL = (number_value(0), number_value(1))


def convert_to_booleans(
    links: Sequence[Link], initial: Mapping[str, Value]
) -> tuple[Sequence[Link], Mapping[str, Value]]:
    """Return ``links`` and ``initial`` with booleans for numbers that are only compared with zero.

    Variables that never change are replaced by constants.
    """
    ever_set = {name for link in links for name in link.settings}
    used = frozenset[str]().union(*(link.read_names for link in links))
    constants = {
        name: initial.get(name, number_value(0))
        for name in used - ever_set
        if not name.startswith(FREE_PREFIX) and not is_unknown(name)
    }
    rewriter = _Rewriter(constants, frozenset())
    links = [rewriter.rewrite_link(each) for each in links]
    booleans = _find_booleans(links, initial)
    rewriter = _Rewriter({}, booleans)
    boolean_initial = {
        name: (TRUE if each.is_truthy else FALSE) if name in booleans else each
        for name, each in initial.items()
    }
    boolean_initial |= dict.fromkeys(booleans - boolean_initial.keys(), FALSE)
    return [rewriter.rewrite_link(each) for each in links], boolean_initial


def _find_booleans(  # noqa: C901  a case for each use
    links: Sequence[Link], initial: Mapping[str, Value]
) -> frozenset[str]:
    used = {name for link in links for name in collect_variables(link.condition)}
    excluded, counts = set[str](), set[str]()
    assigned: dict[str, set[str]] = defaultdict(set)
    for link in links:
        for name, each in link.settings.items():
            for leaf in iter_value_sources(each):
                match leaf:
                    case Value() if leaf not in _SMALL:
                        excluded.add(name)
                    case Sum(Variable(other), more) if other == name and more > 0:
                        counts.add(name)
                    case Sum():
                        excluded |= {name, *collect_variables(leaf)}
                    case Variable(other) if other != name:
                        assigned[name].add(other)
                        assigned[other].add(name)
    codes = {code for link in links for code in (link.condition, *link.settings.values())}
    for part in (part for code in codes for part in walk_code(code) if isinstance(part, Compare)):
        sides = _split_comparison(part)
        if sides is None:
            excluded |= collect_variables(part)
        elif sides[0] in counts and _convert_count_comparison(part) is None:
            excluded.add(sides[0])
    excluded |= {name for name, each in initial.items() if each not in _SMALL}
    names = {name for link in links for name in link.settings}
    excluded |= {name for name in counts if assigned[name]}
    excluded |= {each for each in names | used if each.startswith(FREE_PREFIX) or is_unknown(each)}
    waiting = list(excluded)
    for name in waiting:
        others = assigned[name] - excluded
        excluded |= others
        waiting += others
    return frozenset((names & (used | initial.keys())) - excluded)


def _split_comparison(part: Compare) -> tuple[str, int, bool] | None:
    match part:
        case Compare(_, Variable(name), Value(Kind.NUMBER, of)):
            return name, int(of), True
        case Compare(_, Value(Kind.NUMBER, of), Variable(name)):
            return name, int(of), False
    return None


def _evaluate_comparison(part: Compare, value: int) -> bool:
    _, other, behind = _split_comparison(part) or ("", 0, True)
    one, two = (value, other) if behind else (other, value)
    if part.comparison in (Comparison.SAME, Comparison.LIKE):
        return one == two
    return one < two if part.comparison is Comparison.LESS else one > two


def _convert_count_comparison(part: Compare) -> Condition | None:
    none, some, more = (_evaluate_comparison(part, value) for value in (0, 1, 2**40))
    if some != more:
        return None
    sides = _split_comparison(part)
    if sides is None or (sides[1] not in (0, 1) and some != none):
        return None
    return _boolean_condition(sides[0], none, some)


def _boolean_condition(name: str, none: bool, some: bool) -> Condition:
    if none == some:
        return ALWAYS if none else NEVER
    return Truth(Variable(name)) if some else negate(Truth(Variable(name)))


class _Rewriter:
    def __init__(self, constants: Mapping[str, Value], truths: frozenset[str]) -> None:
        self._constants = constants
        self._booleans = truths
        self._cache: dict[object, Condition] = {}

    def rewrite_link(self, link: Link) -> Link:
        return evolve(
            link,
            condition=self.rewrite_condition(link.condition),
            settings={
                name: self._rewrite_setting(name, each) for name, each in link.settings.items()
            },
        )

    def rewrite_condition(self, code: Condition) -> Condition:
        if code not in self._cache:
            self._cache[code] = self._rewrite_condition(code)
        return self._cache[code]

    def _rewrite_condition(self, code: Condition) -> Condition:
        match code:
            case All(of):
                return all_of(*map(self.rewrite_condition, of))
            case Not(of):
                return negate(self.rewrite_condition(of))
            case Truth(of):
                return self._rewrite_truth(of)
            case Compare(how, one, other):
                return self._rewrite_comparison(
                    Compare(how, self._rewrite_expression(one), self._rewrite_expression(other))
                )
            case UnknownCondition():
                return code

    def _rewrite_truth(self, of: Expression) -> Condition:
        found = self._rewrite_expression(of)
        match found:
            case Value():
                return ALWAYS if found.is_truthy else NEVER
            case Either(condition, yes, no):
                return select_condition(
                    condition, self._rewrite_truth(yes), self._rewrite_truth(no)
                )
            case _:
                return Truth(found)

    def _rewrite_comparison(self, part: Compare) -> Condition:
        match part:
            case Compare(how, Value(Kind.NUMBER, one), Value(Kind.NUMBER, other)):
                left, right = int(one), int(other)
                found = {"less": left < right, "more": left > right}.get(how, left == right)
                return ALWAYS if found else NEVER
            case Compare(Comparison.SAME, Value() as one, Value() as other):
                return ALWAYS if one == other else NEVER
        if (sides := _split_comparison(part)) and sides[0] in self._booleans:
            return _boolean_condition(
                sides[0], _evaluate_comparison(part, 0), _evaluate_comparison(part, 1)
            )
        return part

    def _rewrite_expression(self, code: Expression) -> Expression:
        match code:
            case Variable(name):
                return self._constants.get(name, code)
            case Sum(of, more):
                base = self._rewrite_expression(of)
                number = find_number(base)
                return Sum(base, more) if number is None else number_value(number + more)
            case Either(condition, yes, no):
                rewritten = self.rewrite_condition(condition)
                if rewritten in (ALWAYS, NEVER):
                    return self._rewrite_expression(yes if rewritten == ALWAYS else no)
                return Either(
                    rewritten, self._rewrite_expression(yes), self._rewrite_expression(no)
                )
            case _:
                return code

    def _rewrite_setting(self, name: str, code: Expression) -> Expression:
        found = self._rewrite_expression(code)
        return _convert_setting(found) if name in self._booleans else found


def _convert_setting(code: Expression) -> Expression:
    match code:
        case Value():
            return TRUE if code.is_truthy else FALSE
        case Sum():
            return TRUE
        case Either(condition, yes, no):
            return Either(condition, _convert_setting(yes), _convert_setting(no))
        case _:
            return code


class _TooManyError(Exception):
    """An error for a condition that would be split into more than ``MAX_CASES`` cases."""


def split_into_cases(condition: Condition) -> Sequence[Condition]:
    """Return conditions that exclude each other and together are equivalent to ``condition``.

    A condition with few variables, or with more than ``MAX_CASES`` cases, stays whole.
    """
    if len(collect_variables(condition)) <= _FEW_VARIABLES:
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
                found = _combine_cases(found, _split(part))
            return found
        case Not(All(of)):
            prefix: Sequence[Condition] = [ALWAYS]
            broken: list[Condition] = []
            for part in of:
                broken += _combine_cases(prefix, _split(negate(part)))
                prefix = _combine_cases(prefix, _split(part))
            return _require_few(broken)
        case _:
            return [condition]


def _combine_cases(one: Sequence[Condition], other: Sequence[Condition]) -> Sequence[Condition]:
    found = [all_of(left, right) for left in one for right in other]
    return _require_few([each for each in found if each != NEVER])


def _require_few(found: Sequence[Condition]) -> Sequence[Condition]:
    if len(found) > MAX_CASES:
        raise _TooManyError
    return found
