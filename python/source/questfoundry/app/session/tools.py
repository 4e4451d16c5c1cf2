"""The tools with which the studio's agent writes files and pins, and the story as resources.

A pin is a text that the agent sees in every request. A resource is a text with an address.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.playing.walk import outline_of
from questfoundry.app.runs.files import (
    DELIVERABLES,
    FileTool,
    ListFilesTool,
    ReadFileTool,
    write_deliverable,
)
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.story_map.story_map import MapFormat
from questfoundry.domain.chat.envelope import Envelope, success
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.artifacts import ArtifactRepository
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import (
    ProjectWorkspace,
    Tool,
    WorkspacePath,
    normalize_path,
)
from questfoundry.domain.story.story import Story

WITHHELD = frozenset({"new_answer", "vote", "ask_others"})
"""Tools for agents inside a delegated run; the studio's agent must not have them."""

MAX_PIN_LENGTH = 1_000
"""The maximum length of a pin in characters, since every request contains all pins."""


class WriteDeliverableTool(FileTool):
    """The tool ``write_deliverable``, which writes a file below the folder ``deliverables/``."""

    name = "write_deliverable"
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
            write_deliverable(self._workspace, self._prompts, path, str(arguments["text"]))
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"written": path}, str(arguments["path"]))


def _resolve_path(arguments: Mapping[str, Any]) -> str:
    return f"{DELIVERABLES}/{str(arguments['path']).removeprefix(f'{DELIVERABLES}/')}"


class WriteContextTool(FileTool):
    """The tool ``write_context``, which replaces the project context that every run gets."""

    name = "write_context"
    effects = True

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Replace the project's context; the workspace keeps the previous text."""
        text = str(arguments["text"])
        try:
            self._workspace.keep_context(text)
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"characters": len(text)}, "CONTEXT.md")


class AddPathTool(FileTool):
    """The tool ``add_path``, which lets all agents read a file or folder, with a description."""

    name = "add_path"
    effects = True

    def problem(self, arguments: Mapping[str, Any]) -> str:
        """Return a message if the path cannot be added, else an empty string."""
        try:
            path = normalize_path(_parse_entry(arguments)).path
        except InputError as problem:
            return problem.problem
        is_missing = not self._workspace.files((path,))
        return f"There is no file or folder {path!r} that agents may read." if is_missing else ""

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Add or replace an entry of ``filepaths.json``, and return a result for the model."""
        path = _parse_entry(arguments)
        try:
            self._workspace.describe(path)
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"added": path.path}, path.path)


def _parse_entry(arguments: Mapping[str, Any]) -> WorkspacePath:
    return WorkspacePath(path=str(arguments["path"]), description=str(arguments["description"]))


class PinTool(Tool):
    """The tool ``pin``, which stores a text that the agent sees in every request."""

    effects = True

    def __init__(self, pin: Callable[[str], None], prompts: PromptRepository) -> None:
        self._pin = pin
        self._words = prompts.wording("tools/pin")

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with its wording from ``prompts/tools``."""
        return define_tool("pin", self._words)

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
        AddPathTool(workspace, prompts, allowed),
    )
    return tuple(each for each in (*own, *added) if each.definition.name not in WITHHELD)


_ARTIFACTS, _PASSAGES, MAP = "story://artifacts/", "story://passages/", "story://map"


@frozen(kw_only=True)
class Resource:
    """A readable text of a project; ``media`` is its media type, such as ``text/plain``."""

    address: str
    name: str
    media: str


@frozen(kw_only=True)
class StoryResources:
    """The artifacts, the passages and the map of a project as resources, texts with an address."""

    registry: StageRegistry
    artifacts: ArtifactRepository
    draw: DrawMapUseCase

    def list(self) -> Sequence[Resource]:
        """Return all resources that the project offers now."""
        made = [each.name for each in self.registry.artifacts if self.artifacts.current(each.name)]
        structure = self._load_story().structure
        return [
            *(Resource(address=_ARTIFACTS + e, name=e, media="application/json") for e in made),
            *([] if structure is None else [Resource(address=MAP, name="map", media="text/plain")]),
            *(
                Resource(address=_PASSAGES + e.id, name=e.title or e.id, media="text/markdown")
                for e in (structure.passages if structure else ())
            ),
        ]

    def read(self, address: str) -> tuple[Resource, str]:
        """Return the resource with this address, and its text, or raise ``InputError``."""
        for each in self.list():
            if each.address == address:
                return each, self._read_text(address)
        raise InputError(f"There is nothing to read at {address!r}.")

    def _read_text(self, address: str) -> str:
        if address == MAP:
            drawn = self.draw.execute(self._load_story(), map_format=MapFormat.MERMAID)
            return drawn.content.decode()
        if address.startswith(_ARTIFACTS):
            found = self.artifacts.current(address.removeprefix(_ARTIFACTS))
            return json.dumps(dict(found.data) if found else {}, ensure_ascii=False, indent=1)
        story = self._load_story()
        passage = story.existing_structure.passage(address.removeprefix(_PASSAGES))
        text = story.prose.get(passage.id) or "\n\n".join(outline_of(story, passage))
        choices = [
            f"- {e.label or e.id} ({e.id})"
            for e in story.existing_structure.selectable_choices(passage.id)
        ]
        return "\n\n".join(filter(None, (f"# {passage.title}", text, "\n".join(choices))))

    def _load_story(self) -> Story:
        return self.registry.story(self.artifacts)
