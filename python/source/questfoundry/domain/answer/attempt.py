"""What was tried to get an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from questfoundry.domain.answer.faults import Fault


@frozen(kw_only=True)
class Attempt:
    """One attempt at an artifact; ``submitted`` is ``None`` where the model gave no payload."""

    number: int
    submitted: Mapping[str, Any] | None
    faults: tuple[Fault, ...]
    text: str = ""
    cut_off: bool = False

    def has_same_faults(self, other: Attempt) -> bool:
        """Whether the same is wrong as before, so that asking on in the same manner is useless."""
        return self.fault_places == other.fault_places

    @property
    def fault_places(self) -> frozenset[tuple[str, str]]:
        """What is wrong, and where."""
        return frozenset((fault.rule, fault.field) for fault in self.faults)
