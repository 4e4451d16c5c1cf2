"""Prevent a tool call from being repeated after an interruption.

Before the tool is called, the beginning of the call is recorded in the journal. A turn that is
resumed after an interruption finds this record.
"""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.run.run import Run
from questfoundry.domain.chat.envelope import Envelope, error, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols import Tool

_SCOPE = "begun"


class IdempotentTool(Tool):
    """A tool that is never called a second time after an interruption."""

    def __init__(self, inner: Tool, run: Run, words: Mapping[str, str]) -> None:
        self._inner = inner
        self._run = run
        self._words = words
        self.effects = inner.effects

    @property
    def definition(self) -> ToolDefinition:
        """The definition of the wrapped tool."""
        return self._inner.definition

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return the problem that the wrapped tool finds in ``arguments``, or "" without one."""
        return self._inner.problem(arguments)

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Call the wrapped tool, or return an error if the journal shows an earlier call."""
        marker = _StartMarker()
        request = {"tool": self.definition.name, "arguments": dict(arguments)}
        await self._run.call_tool(marker, request, scope=_SCOPE)
        if not marker.is_new:
            return error(self._words["error"], action=self._words["action"])
        return await self._inner.execute(arguments)


class _StartMarker(Tool):
    def __init__(self) -> None:
        self.is_new = False

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(name=_SCOPE, description="")

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        del arguments
        self.is_new = True
        return success(None, action="")
