"""What ink's variables and calculations hold, as far as it is known.

Truth is 1 or 0 to ink. A place to divert to is a text that begins with an arrow. What is not known
is a variable whose name begins with a question mark and says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import count, islice
from typing import TypeAlias

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import parts
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
    both,
    negated,
    number,
    one_of,
    plus,
    text,
)

NEVER = negated(ALWAYS)
ARROW = "-> "
LARGEST = 160
"""The most that one condition or value is made of while it is read."""

MOST_ITEMS = 64
"""Lists with more items in a story are not known where all of them would have to be looked at."""

_UNKNOWN = "? "
_NUMBERED = re.compile(r"\? \d+ ")
_numbers = count(1)


@frozen
class InkText:
    """A text that is being put together; of one that is not ``whole``, parts are computed."""

    text: str
    whole: bool = True


@frozen
class Void:
    """What a function gives that returns nothing."""


@frozen
class Pointer:
    """Another variable, in that frame of the stack; ``None`` where it is one of the story's."""

    name: str
    frame: int | None


@frozen
class Listed:
    """A list: whether it holds each ``known`` item; of others the variable ``base`` says it."""

    known: Mapping[str, Condition] = field(factory=dict, hash=False)
    base: str = ""

    def has(self, item: str) -> Condition:
        """Whether it holds the item."""
        if item in self.known:
            return self.known[item]
        return Truth(Variable(member(self.base, item))) if self.base else NEVER

    @property
    def items(self) -> frozenset[str] | None:
        """What it holds, where that is certain."""
        if self.base or any(each not in (ALWAYS, NEVER) for each in self.known.values()):
            return None
        return frozenset(item for item, each in self.known.items() if each == ALWAYS)


Held: TypeAlias = "Expression | Listed | InkText | Void | Pointer"


def member(base: str, item: str) -> str:
    """The variable that says whether a list variable holds the item."""
    return f"{base}: {item}"


def unknown(why: str) -> Variable:
    """What is not known; ``why`` names it for people. Of no two is known that they are the same."""
    return Variable(f"{_UNKNOWN}{next(_numbers)} {why[:80]}")


def is_unknown(name: str) -> bool:
    """Whether the variable is what is not known."""
    return name.startswith(_UNKNOWN)


def listed(items: Iterable[str]) -> Listed:
    """A list of these."""
    return Listed(dict.fromkeys(items, ALWAYS))


def of_truth(condition: Condition) -> Expression:
    """1 where the condition holds, else 0."""
    if condition in (ALWAYS, NEVER):
        return number(int(condition == ALWAYS))
    return Either(condition, number(1), number(0))


def expression(held: Held) -> Expression:
    """What a plain variable would hold; not known of lists and their like."""
    match held:
        case InkText(said, whole):
            return text(said) if whole else unknown("a text")
        case Listed():
            return unknown("a list")
        case Void() | Pointer():
            return number(0)
        case _:
            return held


def is_true(held: Held, items: Iterable[str] = ()) -> Condition:
    """Whether it counts as true; of a list, whether it holds any of the story's ``items``."""
    match held:
        case Listed():
            found = [each for each in map(held.has, items) if each != NEVER]
            return ALWAYS if ALWAYS in found else one_of(*found) if found else NEVER
        case Void() | Pointer():
            return NEVER
        case InkText():
            return is_true(expression(held))
        case Value():
            return ALWAYS if held.is_truthy else NEVER
        case Either(condition, yes, no):
            return chosen(condition, is_true(yes), is_true(no))
        case Sum() if not any(isinstance(each, Either) for each in parts(held)):
            return Not(Compare(Comparison.SAME, held, number(0)))
        case _:
            return Truth(held)


def chosen(condition: Condition, yes: Condition, no: Condition) -> Condition:
    """The one where the condition holds, else the other."""
    if yes == no or condition == ALWAYS:
        return yes
    if condition == NEVER:
        return no
    if (yes, no) == (ALWAYS, NEVER):
        return condition
    if (yes, no) == (NEVER, ALWAYS):
        return negated(condition)
    if no == NEVER:
        return joined(condition, yes)
    if yes == NEVER:
        return joined(negated(condition), no)
    return any_of(joined(condition, yes), joined(negated(condition), no))


def joined(*conditions: Condition) -> Condition:
    """All of them; never, where one of them never holds, or two exclude each other."""
    whole = both(*conditions)
    each_one = set(whole.of) if isinstance(whole, All) else {whole}
    return NEVER if NEVER in each_one or any(negated(e) in each_one for e in each_one) else whole


def any_of(*conditions: Condition) -> Condition:
    """Whether one of them holds."""
    return negated(joined(*map(negated, conditions)))


def either(condition: Condition, yes: Held, no: Held) -> Held:
    """What is held where the one or the other came to pass."""
    if yes == no or condition == ALWAYS:
        return yes
    if isinstance(yes, Listed) and isinstance(no, Listed):
        if yes.base != no.base:
            return unknown("a list")
        return Listed(
            {
                item: chosen(condition, yes.has(item), no.has(item))
                for item in dict.fromkeys([*yes.known, *no.known])
            },
            yes.base,
        )
    if isinstance(yes, InkText) or isinstance(no, InkText):
        return InkText("…", whole=False)
    one, other = expression(yes), expression(no)
    found = Either(condition, one, other)
    return unknown("a long calculation") if is_large(found) else found


def is_large(code: Condition | Expression, most: int = LARGEST) -> bool:
    """Whether it is made of more than is looked at."""
    return next(islice(parts(code), most, None), None) is not None


def mapped(held: Expression, by: int) -> Expression:
    """So much more, also of what is one of two."""
    match held:
        case Either(condition, yes, no):
            return Either(condition, mapped(yes, by), mapped(no, by))
        case Sum(of, already) if already + by == 0:
            return of
        case Value(Kind.NUMBER) | Variable() | Sum():
            return plus(held, by)
        case _:
            return unknown("a calculation")


def said_of(code: str) -> str:
    """What is not known, for people."""
    return " ".join(dict.fromkeys(_NUMBERED.sub("", code).split()))
