"""Parse the supported part of Chapbook's code: conditions and the vars section."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Condition,
    Expression,
    Variable,
)
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.sugarcube_code import visit_counter_of

LOOKUPS = frozenset(
    ("config", "passage", "story", "browser", "engine", "random", "now", "window", "document")
)
"""Objects that Chapbook provides and that no story sets."""

_LINE = re.compile(r"([\w.]+)[ \t]*(?:\((.*)\)[ \t]*)?:(.*)")


@frozen
class ChapbookSetter:
    """A line of the vars section, which sets a variable to a value if a condition holds.

    ``value`` is ``None`` if the code for the value cannot be parsed.
    """

    name: str
    condition: Condition
    value: Expression | None


def read_condition(code: str, passage: str) -> Condition:
    """Return the condition in ``code``, which is part of the passage called ``passage``."""
    return parse_condition(code, _language(passage))


def read_setters(code: str, passage: str) -> Iterator[ChapbookSetter]:
    """Yield a setter for each line of the vars section ``code``, in order.

    Lines that set Chapbook's own objects, such as ``config``, are skipped. ``passage`` is the name
    of the passage that contains the section.
    """
    for line in code.split("\n"):
        found = _LINE.fullmatch(line.strip())
        if found and found[1].partition(".")[0] not in LOOKUPS:
            condition = read_condition(found[2], passage) if found[2] else ALWAYS
            yield ChapbookSetter(
                found[1], condition, parse_expression(found[3], _language(passage))
            )


def _language(passage: str) -> Language:
    return Language(
        constants={"passage.visits": Variable(visit_counter_of(passage))},
        is_bare_variable=lambda name: name.partition(".")[0] not in LOOKUPS,
    )
