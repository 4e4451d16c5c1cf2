"""Traverse and change the expression trees of imported stories, and format them as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import assert_never

from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    All,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    Not,
    Settings,
    Sum,
    Truth,
    UnknownCondition,
    Value,
    Variable,
    add,
    conjoin,
    negate,
    number_value,
)

_MEMBER, _OF = "item ", " of "

_COUNT = f"length{_OF}"

UNKNOWN = Variable("?")
"""A variable with an unknown value."""


def list_value(items: Iterable[Value]) -> Value:
    """Return a list value with the given ``items``."""
    return Value(Kind.LIST, json.dumps([str(each) for each in items]))


def member_variable(list_name: str, item: Value) -> str:
    """Return the name of the variable that says whether the list ``list_name`` has ``item``."""
    return f"{_MEMBER}{item}{_OF}{list_name}"


def length_variable(list_name: str) -> str:
    """Return the name of the variable that holds the length of the list ``list_name``."""
    return f"{_COUNT}{list_name}"


def is_length(name: str) -> bool:
    """Return whether ``name`` is the name of a variable that holds the length of a list."""
    return name.startswith(_COUNT)


def list_of(name: str) -> str:
    """Return the name of the list that the variable ``name`` describes, or an empty text."""
    return name.rpartition(_OF)[2] if name.startswith((_MEMBER, _COUNT)) else ""


def read_list(expression: Expression, name: str) -> Expression:
    """Return the value of the variable ``name`` after its list is set to ``expression``.

    ``name`` is a name from :func:`member_variable` or :func:`length_variable`. The result is
    ``UNKNOWN`` unless ``expression`` is a list, a variable or a conditional.
    """
    begin, _, _ = name.rpartition(_OF)
    item = begin.removeprefix(_MEMBER)
    match expression:
        case Value(Kind.LIST, items):
            found = json.loads(str(items))
            if is_length(name):
                return number_value(len(found))
            return TRUE if item in found else FALSE
        case Variable(other):
            return Variable(f"{begin}{_OF}{other}")
        case Either(condition, yes, no):
            return Either(condition, read_list(yes, name), read_list(no, name))
        case _:
            return UNKNOWN


def walk_code(code: Expression | Condition) -> Iterator[Expression | Condition]:
    """Yield ``code`` and all its subexpressions, in no particular order."""
    waiting: list[Expression | Condition] = [code]
    while waiting:
        each = waiting.pop()
        yield each
        match each:
            case Sum(operand, _) | Truth(operand, _) | Not(operand):
                waiting.append(operand)
            case Either(condition, yes, no):
                waiting += [condition, yes, no]
            case Compare(_, left, right):
                waiting += [left, right]
            case All(operands):
                waiting += operands


def find_number(code: Expression | Condition) -> int | None:
    """Return the value of ``code`` if ``code`` is a constant number, else ``None``."""
    match code:
        case Value(Kind.NUMBER, content):
            return int(content)
        case _:
            return None


def has_more_parts(code: Expression | Condition, most: int) -> bool:
    """Return whether ``code`` has more than ``most`` subexpressions, itself included."""
    return next(islice(walk_code(code), most, None), None) is not None


def collect_variables(code: Expression | Condition) -> frozenset[str]:
    """Return the names of the variables that ``code`` reads."""
    return frozenset(each.name for each in walk_code(code) if isinstance(each, Variable))


def find_unclear(condition: Condition) -> Iterator[str]:
    """Yield the source text of each part of ``condition`` that the import did not understand."""
    return (each.code for each in walk_code(condition) if isinstance(each, UnknownCondition))


def are_exclusive(one: Condition, other: Condition) -> bool:
    """Return whether the two conditions obviously contradict each other.

    Only the parts that "and" joins are compared, so false does not prove that both can hold.
    """
    here, there = _conjuncts(one), _conjuncts(other)
    return any(
        negate(part) in there or (isinstance(part, Not) and _conjuncts(part.operand) <= there)
        for part in here
    ) or any(isinstance(part, Not) and _conjuncts(part.operand) <= here for part in there)


def _conjuncts(condition: Condition) -> frozenset[Condition]:
    return frozenset(condition.operands) if isinstance(condition, All) else frozenset({condition})


def substitute(settings: Settings, expression: Expression) -> Expression:
    """Return ``expression`` with variables replaced by the values that ``settings`` gives them.

    The result is the value of ``expression`` after these assignments, in terms of the old values.
    """
    match expression:
        case Value():
            return expression
        case Variable(name):
            whole = settings.get(list_of(name))
            return settings.get(name, read_list(whole, name) if whole else expression)
        case Sum(base, addend):
            return add(substitute(settings, base), addend)
        case Either(condition, yes, no):
            return Either(
                substitute_condition(settings, condition),
                substitute(settings, yes),
                substitute(settings, no),
            )
        case _:
            assert_never(expression)


def substitute_condition(settings: Settings, condition: Condition) -> Condition:
    """Return ``condition`` with variables replaced by their values in ``settings``.

    Parts that the import did not understand stay unchanged.
    """
    if not settings:
        return condition
    match condition:
        case UnknownCondition():
            return condition
        case Truth(operand, strictly):
            return Truth(substitute(settings, operand), strictly)
        case Compare(comparison, left, right):
            return Compare(comparison, substitute(settings, left), substitute(settings, right))
        case Not(operand):
            return negate(substitute_condition(settings, operand))
        case All(operands):
            return conjoin(*(substitute_condition(settings, each) for each in operands))
        case _:
            assert_never(condition)


def format_code(code: Expression | Condition) -> str:  # noqa: C901  a case for each kind
    """Return ``code``, an expression or a condition, as a short text for people."""
    match code:
        case Value():
            return str(code)
        case Variable(name):
            return name
        case Sum(base, addend):
            return f"{format_code(base)} {'+' if addend >= 0 else '-'} {abs(addend)}"
        case Either(condition, _, _):
            return f"what follows from {format_code(condition)}"
        case Compare(comparison, left, right):
            signs = {Comparison.LESS: "<", Comparison.MORE: ">"}
            return f"{format_code(left)} {signs.get(comparison, 'is')} {format_code(right)}"
        case Truth(operand, _):
            return format_code(operand)
        case Not(operand):
            if isinstance(operand, All):
                return (
                    " or ".join(format_code(negate(each)) for each in operand.operands) or "false"
                )
            return f"not {format_code(operand)}"
        case All(operands):
            return " and ".join(map(format_code, operands)) or "true"
        case UnknownCondition(text):
            return text
        case _:
            assert_never(code)
