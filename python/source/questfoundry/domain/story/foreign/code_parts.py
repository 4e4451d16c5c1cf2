"""What code is made of, what it comes to after something else was set, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from questfoundry.domain.story.foreign.expressions import (
    All,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Not,
    Settings,
    Sum,
    Truth,
    Unclear,
    Value,
    Variable,
    both,
    negated,
    plus,
)
from questfoundry.domain.story.lists import holding, list_of


def parts(code: Expression | Condition) -> Iterator[Expression | Condition]:
    """The code, and all that it is made of."""
    waiting: list[Expression | Condition] = [code]
    while waiting:
        each = waiting.pop()
        yield each
        match each:
            case Sum(of, _) | Truth(of, _) | Not(of):
                waiting.append(of)
            case Either(condition, yes, no):
                waiting += [condition, yes, no]
            case Compare(_, one, other):
                waiting += [one, other]
            case All(of):
                waiting += of


def reads(code: Expression | Condition) -> frozenset[str]:
    """The variables that it depends on."""
    return frozenset(each.name for each in parts(code) if isinstance(each, Variable))


def unclear_in(condition: Condition) -> Iterator[str]:
    """The code in it that is not understood."""
    return (each.code for each in parts(condition) if isinstance(each, Unclear))


def exclude_each_other(one: Condition, other: Condition) -> bool:
    """Whether it is plain that the two never hold together."""
    here, there = _joint(one), _joint(other)
    return any(
        negated(part) in there or (isinstance(part, Not) and _joint(part.of) <= there)
        for part in here
    ) or any(isinstance(part, Not) and _joint(part.of) <= here for part in there)


def _joint(condition: Condition) -> frozenset[Condition]:
    """What must all hold for the condition to hold."""
    return frozenset(condition.of) if isinstance(condition, All) else frozenset({condition})


def after(settings: Settings, expression: Expression) -> Expression:
    """The expression by what variables held before the settings."""
    match expression:
        case Value():
            return expression
        case Variable(name):
            whole = settings.get(list_of(name))
            return settings.get(name, holding(whole, name) if whole else expression)
        case Sum(of, more):
            base = after(settings, of)
            return plus(base, more)
        case Either(condition, yes, no):
            return Either(
                asked_after(settings, condition), after(settings, yes), after(settings, no)
            )
        case _:
            assert_never(expression)


def asked_after(settings: Settings, condition: Condition) -> Condition:
    """The condition by what variables held before the settings."""
    if not settings:
        return condition
    match condition:
        case Unclear():
            return condition
        case Truth(of, strictly):
            return Truth(after(settings, of), strictly)
        case Compare(how, one, other):
            return Compare(how, after(settings, one), after(settings, other))
        case Not(of):
            return negated(asked_after(settings, of))
        case All(of):
            return both(*(asked_after(settings, each) for each in of))
        case _:
            assert_never(condition)


def said(code: Expression | Condition) -> str:  # noqa: C901  a case for each kind
    """The code in short, for people."""
    match code:
        case Value():
            return str(code)
        case Variable(name):
            return name
        case Sum(of, more):
            return f"{said(of)} {'+' if more >= 0 else '-'} {abs(more)}"
        case Either(condition, _, _):
            return f"what follows from {said(condition)}"
        case Compare(how, one, other):
            signs = {Comparison.LESS: "<", Comparison.MORE: ">"}
            return f"{said(one)} {signs.get(how, 'is')} {said(other)}"
        case Truth(of, _):
            return said(of)
        case Not(of):
            if isinstance(of, All):
                return " or ".join(said(negated(each)) for each in of.of) or "false"
            return f"not {said(of)}"
        case All(of):
            return " and ".join(map(said, of)) or "true"
        case Unclear(text):
            return text
        case _:
            assert_never(code)
