"""One attempt of a model at an artifact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.faults import Fault


@frozen(kw_only=True)
class Attempt:
    """One attempt at an artifact; ``submitted`` is ``None`` if the model returned no payload."""

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False

    def has_same_faults(self, other: Attempt) -> bool:
        """Return whether ``other`` has the same faults, so that the same request is useless."""
        return self.fault_places == other.fault_places

    @property
    def fault_places(self) -> frozenset[tuple[str, str]]:
        """The rule and the field of each fault."""
        return frozenset((fault.rule, fault.field) for fault in self.faults)
