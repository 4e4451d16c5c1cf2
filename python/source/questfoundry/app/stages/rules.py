"""The rules of a stage that a schema cannot express, and the faults for broken rules.

The texts of the faults are in ``prompts/rules/<stage>.yaml``, because a model reads them.
"""

from typing import Any, ClassVar

from attrs import frozen

from questfoundry.domain.answer.feedback import build_fault
from questfoundry.domain.fault import Fault, FaultCategory
from questfoundry.domain.protocols import PromptRepository


@frozen
class Rules:
    """The rules of one stage, which build the faults for broken rules."""

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
        """Build the fault of breaking ``rule`` at ``field``.

        ``values`` fill the placeholders of its text.
        """
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
