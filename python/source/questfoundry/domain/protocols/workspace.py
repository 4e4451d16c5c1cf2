"""Define the port to a project's workspace: what agents may read, and what their runs produced."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from attrs import frozen

from questfoundry.domain.former_names import former_names


@frozen(kw_only=True)
class WorkspacePath:
    """A file or folder of the project that agents may read, with a description."""

    path: str
    description: str


@former_names(described_runs="run_descriptions")
class ProjectWorkspace(Protocol):
    """The context text, readable paths, runs and deliverables of one project.

    Paths are relative to the project folder and use slashes. A path must not lead outside the
    folder through ``..`` or a link; methods then raise ``InputError``.
    """

    @abstractmethod
    def context(self) -> str:
        """Return the project's context as text, or an empty string if it is not written yet."""

    @abstractmethod
    def keep_context(self, text: str) -> None:
        """Replace the project's context by ``text`` and archive the previous context."""

    @abstractmethod
    def earlier_contexts(self) -> Sequence[str]:
        """Return the archived contexts, oldest first."""

    @abstractmethod
    def paths(self) -> Sequence[WorkspacePath]:
        """Return the files and folders that every agent may read."""

    @abstractmethod
    def describe(self, path: WorkspacePath) -> None:
        """Add ``path`` to the paths that agents may read, or replace its description.

        Raise ``InputError`` if the file or folder does not exist.
        """

    @abstractmethod
    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        """Return the files at and below the ``allowed`` paths, sorted.

        Paths that do not exist are ignored.
        """

    @abstractmethod
    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        """Return the text of the file at ``path``, or ``None`` if the file does not exist.

        Raise ``InputError`` if the file is outside the ``allowed`` paths or is not text.
        """

    @abstractmethod
    def write(self, path: str, text: str) -> None:
        """Replace a file below ``runs/`` or ``deliverables/``.

        Raise ``InputError`` for any other path.
        """

    @abstractmethod
    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        """Replace the description of the run that is stored in ``folder`` below ``runs/``."""

    @abstractmethod
    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        """Return the readable run descriptions, in order of folder name."""
