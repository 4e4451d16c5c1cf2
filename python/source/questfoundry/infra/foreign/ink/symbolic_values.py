"""Define symbolic values, which stand for the results of ink code before they are known.

In ink, true and false are 1 and 0. A divert target is a text that begins with an arrow. An unknown
value is a variable whose name begins with a question mark and states the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import count
from typing import TypeAlias

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import has_more_parts, walk_code
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
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
    Value,
    Variable,
    add,
    conjoin,
    disjoin,
    negate,
    number_value,
    text_value,
)

NEVER = negate(ALWAYS)
ARROW = "-> "
MAX_SIZE = 160  # the most parts of one condition or value during execution
MAX_ITEMS = 64  # the most list items of a story for operations that must examine all items
_UNKNOWN = "? "
_NUMBERED = re.compile(r"\? \d+ ")
_numbers = count(1)


@frozen
class InkText:
    """A text that ink code produces; unless ``is_complete``, words computed in play are missing."""

    text: str
    is_complete: bool = True


@frozen
class Void:
    """The result of calling a function that returns nothing."""


@frozen
class Pointer:
    """A reference to a variable; ``frame`` is the index of its frame, or ``None`` if global."""

    name: str
    frame: int | None


@frozen
class InkList:
    """A list in which each item may be certain, impossible or subject to a condition.

    ``known``: a mapping from an item to the condition under which the list contains the item.
    ``base``: the list variable that contains all other items of the list; empty if there is no
      such variable, and the list has no other items.
    """

    known: Mapping[str, Condition] = field(factory=dict, hash=False)
    base: str = ""

    def has(self, item: str) -> Condition:
        """Return the condition under which the list contains ``item``."""
        if item in self.known:
            return self.known[item]
        return Truth(Variable(name_member(self.base, item))) if self.base else NEVER

    @property
    def items(self) -> frozenset[str] | None:
        """The items of the list, or ``None`` if the items depend on conditions or a variable."""
        if self.base or any(each not in (ALWAYS, NEVER) for each in self.known.values()):
            return None
        return frozenset(item for item, each in self.known.items() if each == ALWAYS)


InkValue: TypeAlias = "Expression | InkList | InkText | Void | Pointer"


def name_member(base: str, item: str) -> str:
    """Return the name of the variable that says whether the list ``base`` contains ``item``."""
    return f"{base}: {item}"


def make_unknown(why: str) -> Variable:
    """Return a new unknown value, different from all others; messages show ``why``, the reason."""
    return Variable(f"{_UNKNOWN}{next(_numbers)} {why[:80]}")


def is_unknown(name: str) -> bool:
    """Return whether ``name`` is the name of a variable that stands for an unknown value."""
    return name.startswith(_UNKNOWN)


def build_list(items: Iterable[str]) -> InkList:
    """Return a list that contains exactly ``items``."""
    return InkList(dict.fromkeys(items, ALWAYS))


def number_from_condition(condition: Condition) -> Expression:
    """Return an expression that is 1 if ``condition`` holds, and 0 otherwise."""
    if condition in (ALWAYS, NEVER):
        return number_value(int(condition == ALWAYS))
    return Either(condition, number_value(1), number_value(0))


def convert_to_expression(value: InkValue) -> Expression:
    """Return ``value`` as an expression; lists and computed texts become unknown values."""
    match value:
        case InkText(content, whole):
            return text_value(content) if whole else make_unknown("a text")
        case InkList():
            return make_unknown("a list")
        case Void() | Pointer():
            return number_value(0)
        case _:
            return value


def truth_of(value: InkValue, items: Iterable[str] = ()) -> Condition:
    """Return the condition that ``value`` is true; a list is true if it has any of ``items``."""
    match value:
        case InkList():
            found = [each for each in map(value.has, items) if each != NEVER]
            return ALWAYS if ALWAYS in found else disjoin(*found) if found else NEVER
        case Void() | Pointer():
            return NEVER
        case InkText():
            return truth_of(convert_to_expression(value))
        case Value():
            return ALWAYS if value.is_truthy else NEVER
        case Either(condition, yes, no):
            return select_condition(condition, truth_of(yes), truth_of(no))
        case Sum() if not any(isinstance(each, Either) for each in walk_code(value)):
            return Not(Compare(Comparison.SAME, value, number_value(0)))
        case _:
            return Truth(value)


def select_condition(condition: Condition, yes: Condition, no: Condition) -> Condition:
    """Return the condition that equals ``yes`` if ``condition`` holds, and ``no`` otherwise."""
    if yes == no or condition == ALWAYS:
        return yes
    if condition == NEVER:
        return no
    if no == NEVER:
        return all_of(condition, yes)
    if yes == NEVER:
        return all_of(negate(condition), no)
    return any_of(all_of(condition, yes), all_of(negate(condition), no))


def all_of(*conditions: Condition) -> Condition:
    """Return the condition that all ``conditions`` hold, or ``NEVER`` if two exclude each other."""
    whole = conjoin(*conditions)
    each_one = set(whole.operands) if isinstance(whole, All) else {whole}
    return NEVER if NEVER in each_one or any(negate(e) in each_one for e in each_one) else whole


def any_of(*conditions: Condition) -> Condition:
    """Return the condition that at least one of ``conditions`` holds."""
    return negate(all_of(*map(negate, conditions)))


def select_value(condition: Condition, yes: InkValue, no: InkValue) -> InkValue:
    """Return the value that is ``yes`` if ``condition`` holds, and ``no`` otherwise.

    The result is an unknown value if the combined expression would be too large.
    """
    if yes == no or condition == ALWAYS:
        return yes
    if isinstance(yes, InkList) and isinstance(no, InkList):
        if yes.base != no.base:
            return make_unknown("a list")
        return InkList(
            {
                item: select_condition(condition, yes.has(item), no.has(item))
                for item in dict.fromkeys([*yes.known, *no.known])
            },
            yes.base,
        )
    if isinstance(yes, InkText) or isinstance(no, InkText):
        return InkText("…", is_complete=False)
    one, other = convert_to_expression(yes), convert_to_expression(no)
    found = Either(condition, one, other)
    return make_unknown("a long calculation") if is_large(found) else found


def is_large(code: Condition | Expression, max_size: int = MAX_SIZE) -> bool:
    """Return whether the condition or expression ``code`` has more than ``max_size`` parts."""
    return has_more_parts(code, max_size)


def limit_condition(condition: Condition, max_size: int = MAX_SIZE) -> Condition:
    """Return ``condition``, or an unknown condition if it has more than ``max_size`` parts."""
    if is_large(condition, max_size):
        return Truth(make_unknown("a long condition"))
    return condition


def add_number(value: Expression, by: int) -> Expression:
    """Return the number ``value`` plus ``by``, also for a number that depends on a condition.

    The result is an unknown value if ``value`` is not a number.
    """
    match value:
        case Either(condition, yes, no):
            return Either(condition, add_number(yes, by), add_number(no, by))
        case Sum(of, already) if already + by == 0:
            return of
        case Value(Kind.NUMBER) | Variable() | Sum():
            return add(value, by)
        case _:
            return make_unknown("a calculation")


def describe_unknown(code: str) -> str:
    """Return ``code`` for a message, without the numbers that distinguish unknown values."""
    return " ".join(dict.fromkeys(_NUMBERED.sub("", code).split()))
