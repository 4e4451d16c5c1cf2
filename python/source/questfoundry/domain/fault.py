"""Define a model's attempt to produce an artifact, and the faults in its answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.former_names import former_names

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


def categorize(faults: Iterable[Fault]) -> FaultCategory:
    """Return the most urgent category among ``faults``.

    The order is: missing entries, then invalid ids, then single fields. Without faults, the result
    is ``INNER``, the category of single fields.
    """
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)


@frozen(kw_only=True)
class Attempt:
    """One attempt of a model to produce an artifact.

    ``submitted`` is the JSON object that the model returned, or ``None`` if there is no such
    object.
    """

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False

    def has_same_faults(self, other: Attempt) -> bool:
        """Return whether this attempt and ``other`` break the same rules in the same fields.

        If two attempts in a row have the same faults, repeating the request is useless.
        """
        return self.fault_places == other.fault_places

    @property
    def fault_places(self) -> frozenset[tuple[str, str]]:
        """The rule id and the field path of each fault."""
        return frozenset((fault.rule, fault.field) for fault in self.faults)
