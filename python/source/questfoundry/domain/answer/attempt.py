"""Record one attempt of a model to produce an artifact: its answer, and the answer's faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.faults import Fault


@frozen(kw_only=True)
class Attempt:
    """One attempt of a model to produce an artifact.

    ``submitted`` is the JSON object that the model returned, or ``None`` if it returned none.
    """

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False

    def has_same_faults(self, other: Attempt) -> bool:
        """Return whether ``other`` breaks the same rules in the same fields.

        If two attempts in a row have the same faults, repeating the request is useless.
        """
        return self.fault_places == other.fault_places

    @property
    def fault_places(self) -> frozenset[tuple[str, str]]:
        """The pairs of rule id and field path, one for each fault."""
        return frozenset((fault.rule, fault.field) for fault in self.faults)
