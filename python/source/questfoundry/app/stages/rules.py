"""The rules of a stage that no schema can say: a broken one becomes a fault in its own words.

The words stand in ``prompts/rules/<stage>.yaml``, since a model reads them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import frozen

from questfoundry.domain.answer.faults import Fault, FaultCategory, build_fault
from questfoundry.domain.protocols import PromptRepository


@frozen
class Rules:
    """The rules of one stage, and what makes its faults."""

    prompts: PromptRepository
    stage: ClassVar[str]

    def make_fault(
        self,
        rule: str,
        field: str,
        *,
        category: FaultCategory = FaultCategory.INNER,
        provided: Any = None,
        only_value: str | None = None,
        **values: object,
    ) -> Fault:
        """The fault of breaking ``rule`` at ``field``; ``values`` fill its words."""
        return build_fault(
            f"{self.stage}.{rule}",
            field,
            self.prompts.wording(f"rules/{self.stage}"),
            values,
            key=rule,
            category=category,
            provided=provided,
            only_value=only_value,
        )
