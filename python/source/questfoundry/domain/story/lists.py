"""Lists as they are modelled: of each item that a story asks for, whether a list holds it.

That is a variable of its own, named by :func:`member`, and so is how many items a list holds, by
:func:`count`. How often, and where, a list holds an item is not known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    Either,
    Expression,
    Kind,
    Value,
    Variable,
    number_value,
)

_MEMBER, _OF = "item ", " of "
_COUNT = f"length{_OF}"

UNKNOWN = Variable("?")
"""What nothing is known of."""


def list_value(items: Iterable[Value]) -> Value:
    """A list of these, as a value."""
    return Value(Kind.LIST, json.dumps([str(each) for each in items]))


def member_variable(list_name: str, item: Value) -> str:
    """The variable that says whether the list holds the item."""
    return f"{_MEMBER}{item}{_OF}{list_name}"


def length_variable(list_name: str) -> str:
    """The variable that says how many items the list holds."""
    return f"{_COUNT}{list_name}"


def is_length(name: str) -> bool:
    """Whether the variable says how many items a list holds."""
    return name.startswith(_COUNT)


def list_of(name: str) -> str:
    """The list that the variable speaks of; empty where it speaks of none."""
    return name.rpartition(_OF)[2] if name.startswith((_MEMBER, _COUNT)) else ""


def read_list(expression: Expression, name: str) -> Expression:
    """What the list that this comes to says of what the variable ``name`` speaks of."""
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
