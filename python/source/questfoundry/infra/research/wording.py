"""Load the texts about a research tool from ``prompts/tools/<name>.yaml``."""

from collections.abc import Mapping
from typing import Any

from questfoundry.domain.chat import envelope
from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.protocols.provider import PromptRepository


class ToolWording:
    """The texts about one research tool that models read, from the tool's YAML file.

    The file is read again for each use. It contains:

    ``description``: The description of the tool.
    ``parameters``: A description of each parameter.
    ``actions``: For each status of an answer, what the model should do next.
    ``problems``: Sentences about what went wrong, which may contain ``{query}``.
    """

    def __init__(self, prompts: PromptRepository, name: str) -> None:
        self._prompts = prompts
        self._name = name

    def definition(self) -> ToolDefinition:
        """Return the tool's definition; every parameter is a required string."""
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
        """Return the tool's answer with ``data``, the results found for ``query``."""
        return envelope.success(data, query=query, action=self._action(ToolStatus.SUCCESS))

    def no_results(self, query: str) -> Envelope:
        """Return the tool's answer that nothing was found for ``query``."""
        return envelope.no_results(query, action=self._action(ToolStatus.NO_RESULTS))

    def error(self, problem: str, **values: object) -> Envelope:
        """Return the tool's answer for an error, with the YAML file's sentence for ``problem``.

        ``values`` fill the placeholders in the sentence.
        """
        return envelope.error(self._problem(problem, values), action=self._action(ToolStatus.ERROR))

    def rate_limited(self, problem: str, **values: object) -> Envelope:
        """Return the tool's answer that too many requests were sent to the server.

        The answer has the YAML file's sentence for ``problem``; ``values`` fill its placeholders.
        """
        return envelope.rate_limited(
            self._problem(problem, values), action=self._action(ToolStatus.RATE_LIMITED)
        )

    def _texts(self) -> Mapping[str, Any]:
        return self._prompts.wording(f"tools/{self._name}")

    def _action(self, status: ToolStatus) -> str:
        return str(self._texts()["actions"][status.value]).strip()

    def _problem(self, name: str, values: Mapping[str, object]) -> str:
        return str(self._texts()["problems"][name]).strip().format_map(values)
