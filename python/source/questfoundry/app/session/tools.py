"""What the studio's agent writes: deliverables, and what is known of the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from questfoundry.app.runs.files import FileTool, ListFilesTool, ReadFileTool
from questfoundry.domain.chat.envelope import Envelope
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool

WITHHELD = frozenset({"new_answer", "vote", "ask_others"})
"""Tools of agents that coordinate; the studio's agent launches runs, and has no part in them."""

DELIVERABLES = "deliverables"


class WriteDeliverableTool(FileTool):
    """``write_deliverable``: a file below ``deliverables/``."""

    name = "write_deliverable"
    required = ("path", "text")
    effects = True

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Replace it."""
        path = f"{DELIVERABLES}/{str(arguments['path']).removeprefix(f'{DELIVERABLES}/')}"
        try:
            self._workspace.write(path, str(arguments["text"]))
        except InputError as problem:
            return self.refused(problem)
        return self.done({"written": path}, str(arguments["path"]))


class WriteContextTool(FileTool):
    """``write_context``: what every run is told of the project."""

    name = "write_context"
    required = ("text",)
    effects = True

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Replace it; the text before is kept."""
        text = str(arguments["text"])
        try:
            self._workspace.keep_context(text)
        except InputError as problem:
            return self.refused(problem)
        return self.done({"characters": len(text)}, "CONTEXT.md")


def session_tools(
    workspace: ProjectWorkspace, prompts: PromptRepository, added: Sequence[Tool]
) -> tuple[Tool, ...]:
    """The files in reach, what the agent writes, and what a project adds, less what is withheld."""

    def allowed() -> tuple[str, ...]:
        return (*(each.path for each in workspace.paths()), DELIVERABLES, "runs", "CONTEXT.md")

    own: tuple[Tool, ...] = (
        ListFilesTool(workspace, prompts, allowed),
        ReadFileTool(workspace, prompts, allowed),
        WriteDeliverableTool(workspace, prompts, allowed),
        WriteContextTool(workspace, prompts, allowed),
    )
    return tuple(each for each in (*own, *added) if each.definition.name not in WITHHELD)
