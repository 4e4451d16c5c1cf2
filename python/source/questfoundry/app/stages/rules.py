"""The rules of a stage that no schema can say: a broken one becomes a fault in its own words.

The words stand in ``prompts/rules/<stage>.yaml``, since a model reads them.
"""

from __future__ import annotations

from typing import Any

from questfoundry.domain.answer.faults import Fault, FaultCategory, FaultKind
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.wording import phrase


class Rules:
    """Makes the faults of one stage."""

    def __init__(self, stage: str, prompts: PromptRepository) -> None:
        self._name = f"rules/{stage}"
        self._prompts = prompts

    def broken(
        self,
        rule: str,
        field: str,
        *,
        category: FaultCategory = FaultCategory.INNER,
        provided: Any = None,
        settled: str | None = None,
        **values: object,
    ) -> Fault:
        """The fault of breaking ``rule`` at ``field``; ``values`` fill its words."""
        wording = self._prompts.wording(self._name)
        return Fault(
            kind=FaultKind.INVALID,
            field=field,
            provided=provided,
            problem=phrase(wording, f"{rule}.problem", **values),
            requirement=phrase(wording, f"{rule}.requirement", **values),
            category=category,
            settled=settled,
        )
