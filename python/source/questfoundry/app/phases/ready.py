"""The tool with which a model says that the discussion is complete."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.phases.discuss import READY
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.protocols import PromptRepository, Tool


class ReadyToSummarize(Tool):
    """Takes note; the loop ends the turn."""

    def __init__(self, prompts: PromptRepository) -> None:
        self._words = prompts.wording(f"tools/{READY}")

    @property
    def definition(self) -> ToolDefinition:
        """A tool without parameters."""
        return ToolDefinition(
            name=READY,
            description=str(self._words["description"]),
            parameters={"type": "object", "properties": {}},
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Accept the signal, whatever came with it."""
        del arguments
        return Envelope(result=ToolStatus.ACCEPTED, action=str(self._words["actions"]["accepted"]))
