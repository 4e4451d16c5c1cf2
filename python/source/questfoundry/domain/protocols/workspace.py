"""Define the interfaces to the workspace and the tools of agents, and to the clock."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from questfoundry.domain.errors import InputError
from questfoundry.domain.former_names import former_names

if TYPE_CHECKING:
    from questfoundry.domain.chat.envelope import Envelope
    from questfoundry.domain.chat.messages import ToolDefinition

SKILLS = "skills"
"""The folder with instructions for the studio's agent."""

DESCRIPTION = "run_description.json"
"""The file in the folder of a run that describes the run."""


@frozen(kw_only=True)
class WorkspacePath:
    """A file or folder of the project that agents may read, with a description."""

    path: str
    description: str


def normalize_path(path: WorkspacePath) -> WorkspacePath:
    """Return ``path`` in its normal form (``a/./b`` becomes ``a/b``), with a one-line description.

    Raise ``InputError`` if the path is the project itself or leads outside the project, or if the
    description is empty.
    """
    parsed = PurePosixPath(path.path.replace("\\", "/").strip() or ".")
    if "\0" in path.path or ":" in path.path or parsed.is_absolute() or ".." in parsed.parts:
        raise InputError(
            f"{path.path!r} does not lie in the project. Write a path from its folder."
        )
    if not parsed.parts:
        raise InputError(f"{path.path!r} is the whole project. Name a file or folder in it.")
    description = " ".join(path.description.split())
    if not description:
        raise InputError(f"{path.path!r} has no description. Say what it contains.")
    return WorkspacePath(path=str(parsed), description=description)


@former_names(described_runs="run_descriptions")
class ProjectWorkspace(Protocol):
    """The files of one project that agents may read, and the files that runs write.

    Paths are relative to the project folder and use slashes. If a path leads outside the folder,
    through ``..`` or a link, methods raise ``InputError``.
    """

    @abstractmethod
    def context(self) -> str:
        """Return the project's context (a text for agents), or an empty text if there is none."""

    @abstractmethod
    def keep_context(self, text: str) -> None:
        """Make ``text`` the project's context (a text for agents); archive the previous one."""

    @abstractmethod
    def earlier_contexts(self) -> Sequence[str]:
        """Return the archived contexts (earlier texts for agents), oldest first."""

    @abstractmethod
    def paths(self) -> Sequence[WorkspacePath]:
        """Return the files and folders that every agent may read."""

    @abstractmethod
    def describe(self, path: WorkspacePath) -> None:
        """Allow agents to read ``path``, with its description, which replaces any earlier one.

        Raise ``InputError`` if the path is missing or hidden, or as :func:`normalize_path` does.
        """

    @abstractmethod
    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        """Return the paths of all files at or below the ``allowed`` paths, sorted."""

    @abstractmethod
    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        """Return the text of the file at ``path``, or ``None`` if the file does not exist.

        Raise ``InputError`` if the file is outside the ``allowed`` paths or is not text.
        """

    @abstractmethod
    def write(self, path: str, text: str) -> None:
        """Write a file below ``runs/`` or ``deliverables/``; else raise ``InputError``."""

    @abstractmethod
    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        """Store ``document`` as the description of the run in ``folder``, replacing any other."""

    @abstractmethod
    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        """Return the readable descriptions of all runs, in order of folder name."""


class Clock(Protocol):
    """A source of the current time that can also measure durations and wait."""

    @abstractmethod
    def now(self) -> datetime:
        """Return the current time in UTC, as a timezone-aware ``datetime``."""

    @abstractmethod
    def monotonic(self) -> float:
        """Return a number of seconds that never decreases, for measuring durations."""

    @abstractmethod
    async def sleep(self, seconds: float) -> None:
        """Wait for the given number of seconds."""


@former_names(once="at_most_once")
class Tool(Protocol):
    """A function that a model may call; a class with ``definition`` and ``execute`` is one, too.

    ``effects`` is true if a call has lasting effects. Such tools are not offered while agents only
    plan. ``at_most_once`` is true if an interrupted call must not be repeated when the run is
    resumed.
    """

    effects: bool = False
    at_most_once: bool = False

    @property
    @abstractmethod
    def definition(self) -> ToolDefinition:
        """The name, description and parameters of the tool, as sent to the model."""

    def problem(self, arguments: Mapping[str, Any]) -> str:  # noqa: ARG002
        """Return why a call would fail, for use before approval; empty if no problem is known."""
        return ""

    @abstractmethod
    async def execute(self, arguments: Mapping[str, Any]) -> Envelope:
        """Run the tool with ``arguments`` and return its result; an exception becomes an error."""


def has_effects(tool: Tool) -> bool:
    """Return the ``effects`` of ``tool``; false for a class that lacks the attribute."""
    return bool(getattr(tool, "effects", False))


class ToolSource(Protocol):
    """A source of tools outside this program; it connects on first use."""

    @abstractmethod
    async def tools(self) -> Sequence[Tool]:
        """Return the available tools; calls of an unreachable server's tools return the reason.

        An unreachable server is tried once; then only calls of its tools try it again.
        """

    def problems(self) -> Sequence[str]:
        """Return a message for each server that could not be reached at the last attempt."""
        return ()

    @abstractmethod
    async def close(self) -> None:
        """Close the processes and connections of the source."""
