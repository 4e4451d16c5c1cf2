"""The port to a project's workspace: what the studio's agents know, and what came of their runs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen


@frozen(kw_only=True)
class WorkspacePath:
    """A file or folder of the project that agents may read, and what it is."""

    path: str
    description: str


class ProjectWorkspace(Protocol):
    """The context, the paths in reach, the runs and the deliverables of one project.

    Paths are written from the project's folder, with slashes, and lead out of it in no way: not by
    dots, nor through links. ``InputError`` for one that does.
    """

    @abstractmethod
    def context(self) -> str:
        """What is known of the project, in words; empty where nothing is written."""

    @abstractmethod
    def keep_context(self, text: str) -> None:
        """Replace it; the text before is kept among the earlier ones."""

    @abstractmethod
    def earlier_contexts(self) -> Sequence[str]:
        """What it was before, oldest first."""

    @abstractmethod
    def paths(self) -> Sequence[WorkspacePath]:
        """The files and folders that every agent may read."""

    @abstractmethod
    def describe(self, path: WorkspacePath) -> None:
        """Add one, or describe it anew; ``InputError`` where there is no such file or folder."""

    @abstractmethod
    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        """The files at those paths and below them, sorted; paths that do not exist give none."""

    @abstractmethod
    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        """The text of a file at or below those paths; ``None`` where there is none.

        ``InputError`` where it lies elsewhere, or is no text.
        """

    @abstractmethod
    def write(self, path: str, text: str) -> None:
        """Replace a file below ``runs/`` or ``deliverables/``; ``InputError`` for any other."""

    @abstractmethod
    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        """Replace the description of a run in its folder below ``runs/``."""

    @abstractmethod
    def described_runs(self) -> Sequence[Mapping[str, Any]]:
        """The descriptions of all runs, by the names of their folders; unreadable ones not."""
