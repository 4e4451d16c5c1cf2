"""Represent the conditions and calculations in imported stories as expression trees.

Values are those of JavaScript. Conditions use three-valued logic (Kleene): ``None`` means that the
truth is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias, assert_never

from attrs import frozen


class Kind(StrEnum):
    """The kind of a value: boolean, number, text, list or undefined."""

    NOTHING = "nothing"
    TRUTH = "truth"
    NUMBER = "number"
    TEXT = "text"
    LIST = "list"


@frozen
class Value:
    """A value with its kind; the ``content`` of a list is JSON, an undefined value has none."""

    kind: Kind
    content: bool | int | str = ""

    @property
    def is_truthy(self) -> bool:
        """Return whether the value counts as true in a condition."""
        return bool(self.content)

    def __str__(self) -> str:
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
    """Return ``content`` as a number value."""
    return Value(Kind.NUMBER, content)


def text_value(content: str) -> Value:
    """Return ``content`` as a text value."""
    return Value(Kind.TEXT, content)


@frozen
class Variable:
    """An expression whose value is the value of the variable ``name``."""

    name: str


@frozen
class Sum:
    """The sum of the expression ``base`` and the constant integer ``addend``."""

    base: Expression
    addend: int


@frozen
class Either:
    """A conditional expression: its value is ``yes`` if ``condition`` holds, else ``no``."""

    condition: Condition
    yes: Expression
    no: Expression


class Comparison(StrEnum):
    """A comparison: ``SAME`` is JavaScript's ``===``; ``LIKE`` is ``==`` and may convert values."""

    SAME = "same"
    LIKE = "like"
    LESS = "less"
    MORE = "more"


@frozen
class Compare:
    """A condition that compares two expressions."""

    comparison: Comparison
    left: Expression
    right: Expression


@frozen
class Truth:
    """The condition that a value counts as true.

    If ``strictly``, the truth of a value that is not boolean is unknown.
    """

    operand: Expression
    strictly: bool = False


@frozen
class Not:
    """The negation of a condition."""

    operand: Condition


@frozen
class All:
    """The conjunction of conditions; the empty conjunction is true."""

    operands: tuple[Condition, ...] = ()


@frozen
class UnknownCondition:
    """A condition that was not understood.

    Within a passage, two unknown conditions with equal ``code`` are the same condition.
    """

    code: str


Expression: TypeAlias = "Value | Variable | Sum | Either"
Condition: TypeAlias = "Compare | Truth | Not | All | UnknownCondition"

FREE_PREFIX = "free "
"""The prefix of boolean variables that no code sets and that a player chooses freely."""

ALWAYS = All()  # the condition that always holds


def conjoin(*conditions: Condition) -> Condition:
    """Return the conjunction of ``conditions``, flattened and without duplicates."""
    flat = [
        part
        for each in conditions
        for part in (each.operands if isinstance(each, All) else (each,))
    ]
    parts = tuple(dict.fromkeys(flat))
    return parts[0] if len(parts) == 1 else All(parts)


def disjoin(*conditions: Condition) -> Condition:
    """Return the disjunction of ``conditions``, expressed by negations (De Morgan's law)."""
    return negate(conjoin(*map(negate, conditions)))


def negate(condition: Condition) -> Condition:
    """Return the negation of ``condition`` without a double negation."""
    return condition.operand if isinstance(condition, Not) else Not(condition)


def add(base: Expression, addend: int) -> Expression:
    """Return ``base`` plus ``addend``: a number if ``base`` is a number, else a single ``Sum``."""
    match base:
        case Sum(base, already):
            return Sum(base, already + addend)
        case Value(Kind.NUMBER, already):
            return number_value(int(already) + addend)
        case _:
            return Sum(base, addend)


def evaluate(expression: Expression, values: Mapping[str, Value]) -> Value | None:
    """Evaluate ``expression`` with ``values`` by variable name; return ``None`` if unknown."""
    match expression:
        case Value():
            return expression
        case Variable(name):
            return values.get(name)
        case Sum(base, addend):
            value = evaluate(base, values)
            return (
                number_value(int(value.content) + addend)
                if value and value.kind is Kind.NUMBER
                else None
            )
        case Either(condition, yes, no):
            if_true, if_false = evaluate(yes, values), evaluate(no, values)
            if if_true == if_false:
                return if_true
            truth = evaluate_condition(condition, values)
            return None if truth is None else if_true if truth else if_false
        case _:
            assert_never(expression)


def evaluate_condition(condition: Condition, values: Mapping[str, Value]) -> bool | None:
    """Evaluate ``condition`` with ``values`` by variable name; return ``None`` if unknown."""
    match condition:
        case UnknownCondition():
            return None
        case Truth(operand, strictly):
            value = evaluate(operand, values)
            known = value is not None and (value.kind is Kind.TRUTH or not strictly)
            return value.is_truthy if value and known else None
        case Compare(comparison, left, right):
            return _compare_values(comparison, evaluate(left, values), evaluate(right, values))
        case Not(operand):
            truth = evaluate_condition(operand, values)
            return None if truth is None else not truth
        case All(operands):
            truths = [evaluate_condition(each, values) for each in operands]
            return False if False in truths else None if None in truths else True
        case _:
            assert_never(condition)


def _compare_values(comparison: Comparison, left: Value | None, right: Value | None) -> bool | None:
    if left is None or right is None or Kind.LIST in (left.kind, right.kind):
        return None
    if comparison is Comparison.SAME:
        return left == right
    if comparison is Comparison.LIKE:
        alike = left.kind is right.kind or UNSET in (left, right)
        return left == right if alike else None
    if left.kind is Kind.NUMBER and right.kind is Kind.NUMBER:
        first, second = int(left.content), int(right.content)
        return first < second if comparison is Comparison.LESS else first > second
    # JavaScript converts undefined to NaN, so both comparisons with a number are false.
    return False if UNSET in (left, right) else None


Settings = Mapping[str, "Expression"]
"""The new values of variables in terms of the old ones; other variables do not change."""
