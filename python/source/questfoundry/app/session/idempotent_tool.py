"""Calls that are made once: begun is written down before, so that a cut-off one is not repeated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.envelope import Envelope, error, success
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.protocols import Tool

_SCOPE = "begun"


class IdempotentTool(Tool):
    """A tool whose call is not made again where the turn was cut off in it; the agent is told."""

    def __init__(self, inner: Tool, run: Run, words: Mapping[str, str]) -> None:
        self._inner = inner
        self._run = run
        self._words = words
        self.effects = inner.effects

    @property
    def definition(self) -> ToolDefinition:
        """The tool's own."""
        return self._inner.definition

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """As the tool says."""
        return self._inner.problem(arguments)

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Make the call, unless it was begun before."""
        marker = _StartMarker()
        request = {"tool": self.definition.name, "arguments": dict(arguments)}
        await self._run.call_tool(marker, request, scope=_SCOPE)
        if not marker.is_new:
            return error(self._words["error"], action=self._words["action"])
        return await self._inner.execute(arguments)


class _StartMarker(Tool):
    """Knows whether it was executed, or its result was read from the journal."""

    def __init__(self) -> None:
        self.is_new = False

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(name=_SCOPE, description="")

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        self.is_new = True
        return success(None, action="")
