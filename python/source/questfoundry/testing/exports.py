"""An export folder and the identity of a story, in memory."""

from __future__ import annotations

from uuid import uuid4

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.protocols.exports import ExportFolder, StoryIdentity


class InMemoryExportFolder(ExportFolder):
    """Files by name; ``written`` has the names in the order in which they were written."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.written: list[str] = []

    def write(self, file: ExportedFile) -> str:
        """Keep the file."""
        self.files[file.name] = file.content
        self.written.append(file.name)
        return self.path_of(file.name)

    def read(self, name: str) -> bytes | None:
        """What the file holds, or ``None``."""
        return self.files.get(name)

    def remove(self, name: str) -> None:
        """Forget the file."""
        self.files.pop(name, None)

    def path_of(self, name: str) -> str:
        """A path that looks like one."""
        return f"exports/{name}"


class InMemoryIdentity(StoryIdentity):
    """An IFID that lasts as long as its object."""

    def __init__(self) -> None:
        self._ifid = str(uuid4()).upper()

    def ifid(self) -> str:
        """The IFID."""
        return self._ifid
