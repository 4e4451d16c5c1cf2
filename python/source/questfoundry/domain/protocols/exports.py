"""The ports to where a story is shipped to, and to the number that it is known by."""

from __future__ import annotations

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.protocols.exporter import ExportedFile


class ExportFolder(Protocol):
    """The folder of shipped files; no name leads out of it."""

    @abstractmethod
    def write(self, file: ExportedFile) -> str:
        """Replace the file atomically; returns its path."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """What the file holds, or ``None`` where there is none."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove the file, if there is one."""

    @abstractmethod
    def path_of(self, name: str) -> str:
        """Where the file is, or would be."""


class StoryIdentity(Protocol):
    """Knows the IFID of a project's story."""

    @abstractmethod
    def ifid(self) -> str:
        """An upper-case version-4 UUID, made when first asked for and the same ever after."""
