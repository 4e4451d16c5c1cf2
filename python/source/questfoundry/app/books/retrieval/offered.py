"""A strategy's tools as the tool loop runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
from questfoundry.domain.library.book import Reading
from questfoundry.domain.protocols import RetrievalStrategy, Tool


class RetrievalTool(Tool):
    """One tool of a strategy; ``reading`` is asked at each call, since the horizon may move."""

    def __init__(
        self,
        definition: ToolDefinition,
        *,
        strategy: RetrievalStrategy,
        reading: Callable[[], Reading],
    ) -> None:
        self._definition = definition
        self._strategy = strategy
        self._reading = reading

    @property
    def definition(self) -> ToolDefinition:
        """The tool as the strategy defines it."""
        return self._definition

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """What the strategy finds."""
        call = ToolCall(id="", name=self._definition.name, arguments=arguments)
        return await self._strategy.execute_tool(call, self._reading())
