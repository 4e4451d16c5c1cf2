"""A fault in what a model submitted: where, what, and what is wanted instead."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from attrs import frozen


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

    ``field`` is a dotted path; list items stand in it by id where they have one, else by
    index. ``provided`` is what was submitted; ``requirement`` says what would be right,
    and ``settled``, where a rule leaves no choice, is the only value that would be.
    """

    kind: FaultKind
    field: str
    problem: str = ""
    provided: Any = None
    requirement: str = ""
    category: FaultCategory = FaultCategory.INNER
    settled: str | None = None


def categorize(faults: Iterable[Fault]) -> FaultCategory:
    """The help that is needed first: counts, then valid ids, then fields."""
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)
