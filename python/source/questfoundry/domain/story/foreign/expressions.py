"""What the code of somebody else's story asks for and computes, as far as it is understood.

Values are those of JavaScript that stories use: truth, whole numbers, text, lists, and nothing at
all.
What cannot be known is ``None``: a condition then neither holds nor fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias, assert_never

from attrs import frozen


class Kind(StrEnum):
    """Of what kind a value is."""

    NOTHING = "nothing"
    TRUTH = "truth"
    NUMBER = "number"
    TEXT = "text"
    LIST = "list"


@frozen
class Value:
    """A value; of what was never set, ``kind`` is nothing. A list is written as JSON."""

    kind: Kind
    of: bool | int | str = ""

    @property
    def is_truthy(self) -> bool:
        """Whether a condition that asks for it alone holds."""
        return bool(self.of)

    def __str__(self) -> str:
        """As an author writes it."""
        match self.kind:
            case Kind.NOTHING:
                return "unset"
            case Kind.TRUTH:
                return "true" if self.of else "false"
            case _:
                return repr(self.of)


UNSET = Value(Kind.NOTHING)
TRUE, FALSE = Value(Kind.TRUTH, True), Value(Kind.TRUTH, False)


def number(of: int) -> Value:
    """A number as a value."""
    return Value(Kind.NUMBER, of)


def text(of: str) -> Value:
    """A text as a value."""
    return Value(Kind.TEXT, of)


@frozen
class Variable:
    """What the variable holds."""

    name: str


@frozen
class Sum:
    """A number, and so much more."""

    of: Expression
    more: int


@frozen
class Either:
    """One of two, by a condition."""

    condition: Condition
    yes: Expression
    no: Expression


class Comparison(StrEnum):
    """How two values are compared; ``SAME`` also asks for the same kind, ``LIKE`` may convert."""

    SAME = "same"
    LIKE = "like"
    LESS = "less"
    MORE = "more"


@frozen
class Compare:
    """Whether two expressions compare so."""

    how: Comparison
    one: Expression
    other: Expression


@frozen
class Truth:
    """Whether the value of an expression counts as true.

    Where that is asked ``strictly``, of what is neither true nor false it is not known.
    """

    of: Expression
    strictly: bool = False


@frozen
class Not:
    """The contrary."""

    of: Condition


@frozen
class All:
    """Whether all hold; of none, they do."""

    of: tuple[Condition, ...] = ()


@frozen
class Unclear:
    """A condition that is not understood; the same ``code`` in one passage is the same one."""

    code: str


Expression: TypeAlias = "Value | Variable | Sum | Either"
Condition: TypeAlias = "Compare | Truth | Not | All | Unclear"

FREE = "free "
"""How a variable begins that is true or false as a player pleases, and that nothing sets."""

ALWAYS = All()
"""What holds for every player."""


def both(*conditions: Condition) -> Condition:
    """All of them, joined flat."""
    flat = [part for each in conditions for part in (each.of if isinstance(each, All) else (each,))]
    parts = tuple(dict.fromkeys(flat))
    return parts[0] if len(parts) == 1 else All(parts)


def one_of(*conditions: Condition) -> Condition:
    """Whether one of them holds."""
    return negated(both(*map(negated, conditions)))


def negated(condition: Condition) -> Condition:
    """The contrary, without a double negation."""
    return condition.of if isinstance(condition, Not) else Not(condition)


def plus(of: Expression, more: int) -> Expression:
    """So much more, in one sum."""
    match of:
        case Sum(base, already):
            return Sum(base, already + more)
        case Value(Kind.NUMBER, already):
            return number(int(already) + more)
        case _:
            return Sum(of, more)


def value_of(expression: Expression, values: Mapping[str, Value]) -> Value | None:
    """What the expression comes to; ``None`` where that is not known."""
    match expression:
        case Value():
            return expression
        case Variable(name):
            return values.get(name)
        case Sum(of, more):
            base = value_of(of, values)
            return number(int(base.of) + more) if base and base.kind is Kind.NUMBER else None
        case Either(condition, yes, no):
            one, other = value_of(yes, values), value_of(no, values)
            if one == other:
                return one
            truth = holds(condition, values)
            return None if truth is None else one if truth else other
        case _:
            assert_never(expression)


def holds(condition: Condition, values: Mapping[str, Value]) -> bool | None:
    """Whether the condition holds; ``None`` where that is not known."""
    match condition:
        case Unclear():
            return None
        case Truth(of, strictly):
            value = value_of(of, values)
            known = value is not None and (value.kind is Kind.TRUTH or not strictly)
            return value.is_truthy if value and known else None
        case Compare(how, one, other):
            return _compared(how, value_of(one, values), value_of(other, values))
        case Not(of):
            truth = holds(of, values)
            return None if truth is None else not truth
        case All(of):
            truths = [holds(each, values) for each in of]
            return False if False in truths else None if None in truths else True
        case _:
            assert_never(condition)


def _compared(how: Comparison, one: Value | None, other: Value | None) -> bool | None:
    if one is None or other is None or Kind.LIST in (one.kind, other.kind):
        return None
    if how is Comparison.SAME:
        return one == other
    if how is Comparison.LIKE:
        alike = one.kind is other.kind or UNSET in (one, other)
        return one == other if alike else None
    if one.kind is Kind.NUMBER and other.kind is Kind.NUMBER:
        return one.of < other.of if how is Comparison.LESS else one.of > other.of  # type: ignore[operator]
    # To JavaScript nothing is not a number, and so neither less nor more than one.
    return False if UNSET in (one, other) else None


Settings = Mapping[str, "Expression"]
"""What variables come to, by what they held before; the others stay as they are."""
