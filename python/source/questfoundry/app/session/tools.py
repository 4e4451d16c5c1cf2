"""The tools with which the studio's agent writes deliverables, the project's context and pins.

A pin is a text that the agent sees in every request.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from questfoundry.app.runs.files import FileTool, ListFilesTool, ReadFileTool
from questfoundry.domain.chat.envelope import Envelope, success
from questfoundry.domain.chat.messages import ToolDefinition
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool

WITHHELD = frozenset({"new_answer", "vote", "ask_others"})
"""Tools for agents inside of a run, which the studio's agent must not have."""

DELIVERABLES = "deliverables"
MAX_PIN_LENGTH = 1_000
"""The maximum length of a pin in characters, since every request contains all pins."""


class WriteDeliverableTool(FileTool):
    """The tool ``write_deliverable``, which writes a file below the folder ``deliverables/``."""

    name = "write_deliverable"
    required = ("path", "text")
    effects = True

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return a message if the path is not below ``deliverables/``, else an empty string."""
        try:
            self._workspace.read(_resolve_path(arguments), (DELIVERABLES,))
        except InputError as problem:
            return problem.problem
        return ""

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Write or replace the file, and return a result for the model."""
        path = _resolve_path(arguments)
        try:
            self._workspace.write(path, str(arguments["text"]))
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"written": path}, str(arguments["path"]))


def _resolve_path(arguments: Mapping[str, Any]) -> str:
    return f"{DELIVERABLES}/{str(arguments['path']).removeprefix(f'{DELIVERABLES}/')}"


class WriteContextTool(FileTool):
    """The tool ``write_context``, which replaces the project context that every run gets."""

    name = "write_context"
    required = ("text",)
    effects = True

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Replace the project's context; the workspace keeps the previous text."""
        text = str(arguments["text"])
        try:
            self._workspace.keep_context(text)
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"characters": len(text)}, "CONTEXT.md")


class PinTool(Tool):
    """The tool ``pin``, which stores a text that the agent sees in every request."""

    effects = True

    def __init__(self, pin: Callable[[str], None], prompts: PromptRepository) -> None:
        self._pin = pin
        self._words = prompts.wording("tools/pin")

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with its wording from ``prompts/tools``."""
        text = {"type": "string", "description": self._words["parameters"]["text"]}
        return ToolDefinition(
            name="pin",
            description=self._words["description"],
            parameters={
                "type": "object",
                "properties": {"text": text},
                "required": ["text"],
                "additionalProperties": False,
            },
        )

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return a message if the text is empty or too long, otherwise an empty string."""
        length = len(str(arguments["text"]).strip())
        return (
            "" if 0 < length <= MAX_PIN_LENGTH else f"A pin has 1 to {MAX_PIN_LENGTH} characters."
        )

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Pin the text, so that the agent sees it in every request from now on."""
        text = str(arguments["text"]).strip()
        self._pin(text)
        return success({"pinned": text}, action=self._words["actions"]["success"])


def build_session_tools(
    workspace: ProjectWorkspace, prompts: PromptRepository, added: Sequence[Tool]
) -> tuple[Tool, ...]:
    """Return the tools of the studio's agent: file tools, writing tools and those in ``added``."""

    def allowed() -> tuple[str, ...]:
        return (*(each.path for each in workspace.paths()), DELIVERABLES, "runs", "CONTEXT.md")

    own: tuple[Tool, ...] = (
        ListFilesTool(workspace, prompts, allowed),
        ReadFileTool(workspace, prompts, allowed),
        WriteDeliverableTool(workspace, prompts, allowed),
        WriteContextTool(workspace, prompts, allowed),
    )
    return tuple(each for each in (*own, *added) if each.definition.name not in WITHHELD)
