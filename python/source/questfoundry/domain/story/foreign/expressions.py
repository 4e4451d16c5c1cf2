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
    content: bool | int | str = ""

    @property
    def is_truthy(self) -> bool:
        """Whether a condition that asks for it alone holds."""
        return bool(self.content)

    def __str__(self) -> str:
        """As an author writes it."""
        match self.kind:
            case Kind.NOTHING:
                return "unset"
            case Kind.TRUTH:
                return "true" if self.content else "false"
            case _:
                return repr(self.content)


UNSET = Value(Kind.NOTHING)
TRUE, FALSE = Value(Kind.TRUTH, True), Value(Kind.TRUTH, False)


def number_value(content: int) -> Value:
    """A number as a value."""
    return Value(Kind.NUMBER, content)


def text_value(content: str) -> Value:
    """A text as a value."""
    return Value(Kind.TEXT, content)


@frozen
class Variable:
    """What the variable holds."""

    name: str


@frozen
class Sum:
    """A number, and so much more."""

    base: Expression
    addend: int


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

    comparison: Comparison
    left: Expression
    right: Expression


@frozen
class Truth:
    """Whether the value of an expression counts as true.

    Where that is asked ``strictly``, of what is neither true nor false it is not known.
    """

    operand: Expression
    strictly: bool = False


@frozen
class Not:
    """The contrary."""

    operand: Condition


@frozen
class All:
    """Whether all hold; of none, they do."""

    operands: tuple[Condition, ...] = ()


@frozen
class UnknownCondition:
    """A condition that is not understood; the same ``code`` in one passage is the same one."""

    code: str


Expression: TypeAlias = "Value | Variable | Sum | Either"
Condition: TypeAlias = "Compare | Truth | Not | All | UnknownCondition"

FREE_PREFIX = "free "
"""How a variable begins that is true or false as a player pleases, and that nothing sets."""

ALWAYS = All()
"""What holds for every player."""


def conjoin(*conditions: Condition) -> Condition:
    """All of them, joined flat."""
    flat = [
        part
        for each in conditions
        for part in (each.operands if isinstance(each, All) else (each,))
    ]
    parts = tuple(dict.fromkeys(flat))
    return parts[0] if len(parts) == 1 else All(parts)


def disjoin(*conditions: Condition) -> Condition:
    """Whether one of them holds."""
    return negate(conjoin(*map(negate, conditions)))


def negate(condition: Condition) -> Condition:
    """The contrary, without a double negation."""
    return condition.operand if isinstance(condition, Not) else Not(condition)


def add(base: Expression, addend: int) -> Expression:
    """So much more, in one sum."""
    match base:
        case Sum(base, already):
            return Sum(base, already + addend)
        case Value(Kind.NUMBER, already):
            return number_value(int(already) + addend)
        case _:
            return Sum(base, addend)


def evaluate(expression: Expression, values: Mapping[str, Value]) -> Value | None:
    """What the expression comes to; ``None`` where that is not known."""
    match expression:
        case Value():
            return expression
        case Variable(name):
            return values.get(name)
        case Sum(of, more):
            base = evaluate(of, values)
            return (
                number_value(int(base.content) + more)
                if base and base.kind is Kind.NUMBER
                else None
            )
        case Either(condition, yes, no):
            one, other = evaluate(yes, values), evaluate(no, values)
            if one == other:
                return one
            truth = evaluate_condition(condition, values)
            return None if truth is None else one if truth else other
        case _:
            assert_never(expression)


def evaluate_condition(condition: Condition, values: Mapping[str, Value]) -> bool | None:
    """Whether the condition holds; ``None`` where that is not known."""
    match condition:
        case UnknownCondition():
            return None
        case Truth(of, strictly):
            value = evaluate(of, values)
            known = value is not None and (value.kind is Kind.TRUTH or not strictly)
            return value.is_truthy if value and known else None
        case Compare(how, one, other):
            return _compare_values(how, evaluate(one, values), evaluate(other, values))
        case Not(of):
            truth = evaluate_condition(of, values)
            return None if truth is None else not truth
        case All(of):
            truths = [evaluate_condition(each, values) for each in of]
            return False if False in truths else None if None in truths else True
        case _:
            assert_never(condition)


def _compare_values(how: Comparison, one: Value | None, other: Value | None) -> bool | None:
    if one is None or other is None or Kind.LIST in (one.kind, other.kind):
        return None
    if how is Comparison.SAME:
        return one == other
    if how is Comparison.LIKE:
        alike = one.kind is other.kind or UNSET in (one, other)
        return one == other if alike else None
    if one.kind is Kind.NUMBER and other.kind is Kind.NUMBER:
        first, second = int(one.content), int(other.content)
        return first < second if how is Comparison.LESS else first > second
    # JavaScript converts undefined to NaN, so both comparisons with a number are false.
    return False if UNSET in (one, other) else None


Settings = Mapping[str, "Expression"]
"""What variables come to, by what they held before; the others stay as they are."""
