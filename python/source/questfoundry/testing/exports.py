"""An export folder in memory."""

from __future__ import annotations

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.protocols.exports import ExportFolder


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
