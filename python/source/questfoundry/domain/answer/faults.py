"""A fault in what a model submitted: where, what, and what is wanted instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.wording import phrase

CLOSED_RULE = "manifest.closed"
"""The rule that a value is one of those that are settled."""


class FaultKind(StrEnum):
    """The three lists of feedback."""

    INVALID = "invalid"
    MISSING = "missing"
    UNKNOWN = "unknown"


class FaultCategory(StrEnum):
    """Which help a retry needs."""

    COMPLETENESS = "completeness"
    SEMANTIC = "semantic"
    INNER = "inner"


@frozen(kw_only=True)
class Fault:
    """One fault.

    ``rule`` is a stable id of what was broken: ``schema.missing``, ``manifest.doubled``,
    ``brainstorm.same_question``; where it has words of its own, they stand under it. ``field``
    is a dotted path; list items stand in it by id where they have one, else by index.
    ``provided`` is what was submitted; ``requirement`` says what would be right, ``nearest``
    which of the right values is most like it, and ``settled``, where a rule leaves no choice, is
    the only value that would be.
    """

    rule: str
    kind: FaultKind
    field: str
    problem: str = ""
    provided: Any = None
    requirement: str = ""
    category: FaultCategory = FaultCategory.INNER
    nearest: str = ""
    only_value: str | None = None


def build_fault(
    rule: str,
    field: str,
    wording: Mapping[str, Any],
    values: Mapping[str, object],
    *,
    key: str = "",
    kind: FaultKind = FaultKind.INVALID,
    category: FaultCategory = FaultCategory.INNER,
    provided: Any = None,
    only_value: str | None = None,
) -> Fault:
    """The fault of breaking ``rule`` at ``field``.

    Its words stand in ``wording`` at ``key``, else at the rule's own name; ``values`` fill them.
    """
    return Fault(
        rule=rule,
        kind=kind,
        field=field,
        problem=phrase(wording, f"{key or rule}.problem", **values),
        provided=provided,
        requirement=phrase(wording, f"{key or rule}.requirement", **values),
        category=category,
        only_value=only_value,
    )


def categorize(faults: Iterable[Fault]) -> FaultCategory:
    """The help that is needed first: counts, then valid ids, then fields."""
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)
