"""A fault in a model's answer: place, problem and requirement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.wording import phrase

CLOSED_RULE = "manifest.closed"
"""The rule that a value must be one of the allowed values."""


class FaultKind(StrEnum):
    """The three lists of faults in feedback."""

    INVALID = "invalid"
    MISSING = "missing"
    UNKNOWN = "unknown"


class FaultCategory(StrEnum):
    """The kind of help that a retry needs."""

    COMPLETENESS = "completeness"
    SEMANTIC = "semantic"
    INNER = "inner"


@former_names(settled="only_value")
@frozen(kw_only=True)
class Fault:
    """One fault in a submitted artifact.

    ``rule`` is the stable id of the broken rule, such as ``schema.missing``, ``manifest.doubled``
    or ``brainstorm.same_question``; it is also the key of its texts. ``field`` is a dotted path, in
    which list items appear by id or, without an id, by index. ``provided`` is the submitted value.
    ``requirement`` describes a valid value, ``nearest`` is the most similar valid value, and
    ``only_value`` is the only valid value, ``None`` if there are several.
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
    """Return the fault of breaking ``rule`` at ``field``.

    The texts come from ``wording`` at ``key`` (default: the name of the rule), filled with
    ``values``.
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
    """Return the most urgent category: missing entries, then invalid ids, then single fields."""
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)
