"""The tools with which an agent lists files, reads them, and writes to its own folder."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, ClassVar

from questfoundry.domain.chat.envelope import Envelope, error, no_results, success
from questfoundry.domain.chat.messages import ToolDefinition, define_tool
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository, Tool

READ, LIST, WRITE = "read_file", "list_files", "write_file"
MAX_READ_CHARACTERS = 5_500
"""The maximum number of characters of a file per call; ``offset`` reads the rest."""
_MAX_LISTED = 200


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
        return self.build_success(found[:_MAX_LISTED], folder)


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
