"""Test what every tool that a model may call, and every source of tools, must do."""

import json
import re
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.protocols.workspace import Tool, ToolSource

MAX_ANSWER = 10_000
"""The longest answer in characters of JSON; each character costs tokens."""

LOOPING = re.compile(
    r"(?i)\b(try|search|fetch|ask) again\b|\bretry\b|\bbroader\b|\banother query\b"
)


class ToolContract:
    """The tests for tools; a subclass adds the fixtures ``tool`` and ``arguments``.

    A call of ``tool`` with ``arguments`` must find something.
    """

    def test_its_definition_is_complete(self, tool: Tool) -> None:
        """The tool and all its parameters have descriptions, and its name is plain."""
        definition = tool.definition
        properties = definition.parameters["properties"]

        assert re.fullmatch(r"[a-z][a-z0-9_]{2,63}", definition.name)
        assert definition.description
        assert definition.parameters["type"] == "object"
        assert all(parameter["description"] for parameter in properties.values())
        assert set(definition.parameters.get("required", ())) <= set(properties)
        assert definition == tool.definition

    async def test_it_answers_with_an_envelope(
        self, tool: Tool, arguments: Mapping[str, Any]
    ) -> None:
        """The result begins with its status, ends with the next action, and is short (RES-1.2)."""
        answer = await tool.execute(arguments)

        document = json.loads(answer.to_json())
        assert document["result"] == ToolStatus.SUCCESS
        first, *_, last = document
        assert (first, last) == ("result", "action")
        assert document["data"]
        assert len(answer.to_json()) <= MAX_ANSWER

    async def test_it_echoes_what_was_asked(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """The result repeats the query, so that a model can tell its results apart."""
        answer = await tool.execute(arguments)

        assert answer.body["query"] in arguments.values()

    async def test_it_never_asks_for_a_loop(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """Neither the tool's description nor its result suggests a repeated call."""
        answer: Envelope = await tool.execute(arguments)

        assert not LOOPING.search(f"{answer.action} {tool.definition.description}")


class ToolSourceContract:
    """The tests for sources of tools.

    A subclass adds a fixture ``source`` that offers at least one tool.
    """

    async def test_what_it_offers_is_the_same_when_it_is_asked_again(
        self, source: ToolSource
    ) -> None:
        """A source always offers the same tools, and no two of them have the same name."""
        names = [tool.definition.name for tool in await source.tools()]
        assert names
        assert len({*names}) == len(names)
        assert [tool.definition.name for tool in await source.tools()] == names

    async def test_it_can_be_closed_twice(self, source: ToolSource) -> None:
        await source.tools()
        await source.close()
        await source.close()
