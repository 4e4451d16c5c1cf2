"""Represent list variables of imported stories by boolean and number variables.

For each item that the story asks about, a boolean variable says whether the list contains the item
(:func:`member_variable`). A number variable holds the length of the list (:func:`length_variable`).
The order and the repetition of items are not modelled.
"""

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
