"""Define the interfaces to the export folder and to the story's IFID.

The IFID (Interactive Fiction identifier) is the worldwide unique id of a story.
"""

from abc import abstractmethod
from typing import Protocol

from questfoundry.domain.protocols.exporter import ExportedFile


class ExportFolder(Protocol):
    """The folder for exported files; no file name leads outside this folder."""

    @abstractmethod
    def write(self, file: ExportedFile) -> str:
        """Write ``file`` atomically, replacing any file with the same name, and return the path."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the content of the file ``name``, or ``None`` if it does not exist."""

    @abstractmethod
    def remove(self, name: str) -> None:
        """Delete the file ``name`` if it exists."""

    @abstractmethod
    def path_of(self, name: str) -> str:
        """Return the path that the file ``name`` has or would have in the folder."""


class StoryIdentity(Protocol):
    """The source of the IFID (Interactive Fiction identifier) of a project's story."""

    @abstractmethod
    def ifid(self) -> str:
        """Return the IFID, an upper-case version-4 UUID; the first call creates and stores it."""
