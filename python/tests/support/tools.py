"""Tools for tests."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope, no_results, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols.workspace import Tool

Answer = Callable[[Mapping[str, Any]], Awaitable[Envelope]]


class LookupTool(Tool):
    def __init__(self, name: str = "lookup", answer: Answer | None = None) -> None:
        self._name = name
        self._answer = answer
        self.asked: list[Mapping[str, Any]] = []

    @property
    def definition(self) -> ToolDefinition:
        return ToolDefinition(
            name=self._name,
            description="Looks something up.",
            parameters={
                "type": "object",
                "properties": {"query": {"type": "string"}},
                "required": ["query"],
            },
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        self.asked.append(arguments)
        if self._answer is not None:
            return await self._answer(arguments)
        return success({"found": arguments["query"]}, action="Go on.")


class PlainTool:
    """A tool that has the form of ``Tool`` but does not inherit from it."""

    definition = ToolDefinition(
        name="plain",
        description="Repeats the word.",
        parameters={"type": "object", "properties": {"word": {"type": "string"}}},
    )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        return success({"said": arguments["word"]}, action="Go on.")


async def nothing(arguments: Mapping[str, Any]) -> Envelope:
    return no_results(arguments["query"], action="Go on.")
