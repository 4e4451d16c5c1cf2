"""The words of a research tool, from ``prompts/tools/<name>.yaml``, as its answers carry them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat import envelope
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.tools import ToolDefinition
from questfoundry.domain.protocols.prompts import PromptRepository


class ToolWording:
    """What a model reads of one tool, read anew each time so that an edited file counts at once.

    The file holds ``description``; ``parameters``, a text for each; ``actions``, one for each
    status that the tool answers with; ``problems``, sentences in which ``{query}`` may stand.
    """

    def __init__(self, prompts: PromptRepository, name: str) -> None:
        self._prompts = prompts
        self._name = name

    def definition(self) -> ToolDefinition:
        """The tool; all its parameters are texts, and required."""
        wording = self._texts()
        properties = {
            name: {"type": "string", "description": str(text).strip()}
            for name, text in wording["parameters"].items()
        }
        return ToolDefinition(
            name=self._name,
            description=str(wording["description"]).strip(),
            parameters={
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            },
        )

    def success(self, query: str, data: Any) -> Envelope:
        """What was found."""
        return envelope.success(data, query=query, action=self._action(ToolStatus.SUCCESS))

    def no_results(self, query: str) -> Envelope:
        """Nothing was found."""
        return envelope.no_results(query, action=self._action(ToolStatus.NO_RESULTS))

    def error(self, problem: str, **values: object) -> Envelope:
        """The tool could not work, for the reason of that name."""
        return envelope.error(self._problem(problem, values), action=self._action(ToolStatus.ERROR))

    def rate_limited(self, problem: str, **values: object) -> Envelope:
        """The service wants fewer requests."""
        return envelope.rate_limited(
            self._problem(problem, values), action=self._action(ToolStatus.RATE_LIMITED)
        )

    def _texts(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{self._name}")

    def _action(self, status: ToolStatus) -> str:
        return str(self._texts()["actions"][status.value]).strip()

    def _problem(self, name: str, values: Mapping[str, object]) -> str:
        return str(self._texts()["problems"][name]).strip().format_map(values)
