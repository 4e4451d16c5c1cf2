"""Define a fault in a model's answer: its place, the problem, and what a valid value must be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.text.wording import phrase

CLOSED_RULE = "manifest.closed"
"""The rule that a value must be one of the allowed values."""


class FaultKind(StrEnum):
    """The kind of a fault: an invalid value, a missing field or entry, or an unknown field.

    The feedback to the model lists the faults of each kind separately.
    """

    INVALID = "invalid"
    MISSING = "missing"
    UNKNOWN = "unknown"


class FaultCategory(StrEnum):
    """The category of a fault, which decides how the request is repeated.

    ``COMPLETENESS``: entries are missing, repeated
      or without an id.
    ``SEMANTIC``: an id or value is not allowed.
    ``INNER``: a single field is invalid.
    """

    COMPLETENESS = "completeness"
    SEMANTIC = "semantic"
    INNER = "inner"


@former_names(settled="only_value")
@frozen(kw_only=True)
class Fault:
    """One fault in a submitted artifact.

    ``rule``: the stable id of the broken rule, such as ``schema.missing`` or ``manifest.doubled``.
      The rule's texts in ``prompts/feedback.yaml`` have the same key.
    ``field``: the dotted path of the faulty value. List items appear by id or, without an id, by
      index.
    ``provided``: the submitted value.
    ``requirement``: a description of a valid value.
    ``nearest``: the valid value that is most similar to the submitted value, or empty.
    ``only_value``: the only valid value, or ``None`` if there are several.
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
    """Return the fault that the value at the path ``field`` breaks ``rule``.

    The texts of the fault come from ``wording`` at ``key`` (default: ``rule``), filled with
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
    """Return the most urgent category among ``faults``.

    The order is: missing entries, then invalid ids, then single fields. Without faults, the result
    is ``INNER``, the category of single fields.
    """
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)
