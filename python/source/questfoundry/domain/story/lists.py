"""Lists as they are modelled: of each item that a story asks for, whether a list holds it.

That is a variable of its own, named by :func:`member`. How often, and where, a list holds an item
is not known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from questfoundry.domain.story.code import (
    FALSE,
    TRUE,
    Either,
    Expression,
    Kind,
    Value,
    Variable,
)

_MEMBER, _OF = "item ", " of "

UNKNOWN = Variable("?")
"""What nothing is known of."""


def listed(items: Iterable[Value]) -> Value:
    """A list of these, as a value."""
    return Value(Kind.LIST, json.dumps([str(each) for each in items]))


def member(of: str, item: Value) -> str:
    """The variable that says whether the list holds the item."""
    return f"{_MEMBER}{item}{_OF}{of}"


def list_of(name: str) -> str:
    """The list that the variable speaks of; empty where it speaks of none."""
    return name.rpartition(_OF)[2] if name.startswith(_MEMBER) else ""


def holding(expression: Expression, name: str) -> Expression:
    """Whether the list that this comes to holds the item that the variable ``name`` speaks of."""
    item = name.removeprefix(_MEMBER).rpartition(_OF)[0]
    match expression:
        case Value(Kind.LIST, items):
            return TRUE if item in json.loads(str(items)) else FALSE
        case Variable(other):
            return Variable(f"{_MEMBER}{item}{_OF}{other}")
        case Either(condition, yes, no):
            return Either(condition, holding(yes, name), holding(no, name))
        case _:
            return UNKNOWN
