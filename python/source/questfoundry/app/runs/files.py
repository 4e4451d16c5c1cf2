"""List the files that agents may read, and offer the tools to list, read and write files."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any, ClassVar

from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.workspace import ProjectWorkspace, Tool, WorkspacePath
from questfoundry.domain.run.inputs import ReadablePath

READ, LIST, WRITE = "read_file", "list_files", "write_file"
MAX_READ_CHARACTERS = 5_500
"""The maximum number of characters of a file per call; ``offset`` reads the rest."""
_MAX_LISTED = 200


def list_readable_paths(
    workspace: ProjectWorkspace, paths: Sequence[str] = ()
) -> tuple[ReadablePath, ...]:
    """Return the described files and folders of the workspace, and those in ``paths``.

    A folder is one entry, however many files it contains. Missing and empty paths are left out.
    """
    described = {each.path: each.description for each in workspace.paths()}
    found = []
    for path, description in {**dict.fromkeys(paths, ""), **described}.items():
        files = workspace.files((path,))
        if files:
            count = None if list(files) == [path] else len(files)
            found.append(ReadablePath(path=path, description=description, count=count))
    return tuple(found)


DELIVERABLES = "deliverables"


def write_deliverable(
    workspace: ProjectWorkspace, prompts: PromptRepository, path: str, text: str
) -> None:
    """Write a file below ``deliverables/``, and describe this folder, unless it is described."""
    workspace.write(path, text)
    with suppress(InputError):
        if not any(each.path == DELIVERABLES for each in workspace.paths()):
            description = str(prompts.wording("studio")["deliverables"])
            workspace.describe(WorkspacePath(path=DELIVERABLES, description=description))


class FileTool(Tool):
    """A base class of the file tools."""

    name: ClassVar[str]

    def __init__(
        self,
        workspace: ProjectWorkspace,
        prompts: PromptRepository,
        allowed: Callable[[], Sequence[str]],
    ) -> None:
        self._workspace = workspace
        self._prompts = prompts
        self._words = prompts.wording(f"tools/{self.name}")
        self._allowed = allowed

    @property
    def definition(self) -> ToolDefinition:
        """The tool's definition, with its wording from ``prompts/tools``."""
        return define_tool(self.name, self._words)

    def build_success(self, data: Any, query: str) -> Envelope:
        """Return the result of a successful call: an envelope with ``data`` for the model."""
        return success(data, query=query, action=self._words["actions"]["success"])

    def build_refusal(self, problem: InputError) -> Envelope:
        """Return the result of a refused call: an envelope with the message of ``problem``."""
        return error(problem.problem, action=self._words["actions"]["error"])


class ListFilesTool(FileTool):
    """The tool ``list_files``, which lists the files that the agent may read."""

    name = LIST

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Return the paths of the files below the given folder; ``.`` means all readable files."""
        folder = str(arguments["folder"]).strip("/ ") or "."
        found = [
            each
            for each in self._workspace.files(self._allowed())
            if folder == "." or PurePosixPath(each).is_relative_to(folder)
        ]
        if not found:
            return no_results(folder, action=self._words["actions"]["no_results"])
        if len(found) > _MAX_LISTED:
            data = {"files": found[:_MAX_LISTED], "left_out": len(found) - _MAX_LISTED}
            return self.build_success(data, folder)
        return self.build_success(found, folder)


class ReadFileTool(FileTool):
    """The tool ``read_file``, which returns the text of one file."""

    name = READ

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Return the text of a file from ``offset``, and the next offset if text remains."""
        path, offset = str(arguments["path"]), max(0, int(arguments.get("offset") or 0))
        try:
            text = self._workspace.read(path, self._allowed())
        except InputError as problem:
            return self.build_refusal(problem)
        if text is None or offset >= max(1, len(text)):
            return no_results(path, action=self._words["actions"]["no_results"])
        end = offset + MAX_READ_CHARACTERS
        more = {"next_offset": end, "characters": len(text)} if end < len(text) else {}
        return self.build_success({"text": text[offset:end], **more}, path)


class WriteFileTool(FileTool):
    """The tool ``write_file``, which writes a file into the agent's own folder."""

    name = WRITE
    effects = True

    def __init__(self, workspace: ProjectWorkspace, prompts: PromptRepository, folder: str) -> None:
        super().__init__(workspace, prompts, lambda: (folder,))
        self._folder = folder

    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Write or replace a file in the agent's folder; refuse a path outside of this folder."""
        path = str(arguments["path"])
        inside = PurePosixPath(path.replace("\\", "/"))
        try:
            if inside.is_absolute() or ".." in inside.parts:
                raise InputError(f"{path!r} leads out of the folder of this agent.")
            self._workspace.write(f"{self._folder}/{inside}", str(arguments["text"]))
        except InputError as problem:
            return self.build_refusal(problem)
        return self.build_success({"written": f"{self._folder}/{inside}"}, path)
