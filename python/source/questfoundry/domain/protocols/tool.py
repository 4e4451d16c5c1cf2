"""The port to tools that a model may call."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Protocol

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolDefinition


class Tool(Protocol):
    """Something that a model may call.

    ``effects`` says that a call changes something that stays: where a model only plans, such a
    tool is not offered.
    """

    effects: bool = False

    @property
    @abstractmethod
    def definition(self) -> ToolDefinition:
        """Name, description and parameters, as the model sees them."""

    @abstractmethod
    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Do the work; an exception becomes an error result in the tool loop."""
