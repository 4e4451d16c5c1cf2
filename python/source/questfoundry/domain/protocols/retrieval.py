"""The port to the ways in which passages of a book come before a model."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.library.book import Reading


class RetrievalStrategy(Protocol):
    """Lets the model search, or searches for it."""

    @abstractmethod
    def build_tool_definitions(self) -> Sequence[ToolDefinition]:
        """The tools to offer; none where the model is not to search by itself."""

    @abstractmethod
    async def execute_tool(self, tool_call: ToolCall, reading: Reading) -> Envelope:
        """What one of those tools gives, never beyond the reader's horizon."""

    @abstractmethod
    async def look_up(self, history: Sequence[Message], reading: Reading) -> Message | None:
        """What is found for the last message before the model is asked; ``None`` for nothing.

        It is a tool's result, to stand after that message.
        """

    @abstractmethod
    def arranged(self, context: Sequence[Message]) -> Sequence[Message]:
        """The context as the model is sent it."""
