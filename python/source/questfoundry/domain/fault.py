"""Define faults in a model's answer, and a model's attempt to produce an artifact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from questfoundry.domain.former_names import former_names

CLOSED_RULE = "manifest.closed"  # The rule that a value must be one of the allowed values


class FaultKind(StrEnum):
    """The kind of a fault: an invalid value, a missing field or entry, or an unknown field."""

    INVALID = "invalid"
    MISSING = "missing"
    UNKNOWN = "unknown"


class FaultCategory(StrEnum):
    """The category of a fault, the most urgent category first.

    ``COMPLETENESS``: a missing or repeated entry. ``SEMANTIC``: an unknown id, or a value that is
    not allowed. ``INNER``: any other fault inside a field.
    """

    COMPLETENESS = "completeness"
    SEMANTIC = "semantic"
    INNER = "inner"


@former_names(settled="only_value")
@frozen(kw_only=True)
class Fault:
    """One fault in a submitted artifact.

    ``rule``: the id of the broken rule, such as ``schema.missing``; never changed, because it is
      the key of the rule's texts in ``prompts/feedback.yaml``.
    ``field``: the dotted path of the faulty value, with ids or indices of list items.
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
    """Return the most urgent category among ``faults``; ``INNER`` without faults."""
    found = {fault.category for fault in faults}
    return next((category for category in FaultCategory if category in found), FaultCategory.INNER)


@frozen(kw_only=True)
class Attempt:
    """A model's attempt to produce an artifact; ``submitted`` is the JSON object sent, if any."""

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False

    def has_same_faults(self, other: Attempt) -> bool:
        """Return whether both attempts break the same rules in the same fields."""
        return self.fault_places == other.fault_places

    @property
    def fault_places(self) -> frozenset[tuple[str, str]]:
        """The rule id and the field path of each fault."""
        return frozenset((fault.rule, fault.field) for fault in self.faults)
