"""Define the record of a model's attempt to produce an artifact: the answer and its faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.faults import Fault


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
