"""Provide in-memory fakes: an export folder, and a source of a story's IFID."""

from uuid import uuid4

from questfoundry.domain.protocols.exporter import ExportedFile, ExportFolder, StoryIdentity


class InMemoryExportFolder(ExportFolder):
    """An export folder in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.written: list[str] = []

    def write(self, file: ExportedFile) -> str:
        self.files[file.name] = file.content
        self.written.append(file.name)
        return self.path_of(file.name)

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def path_of(self, name: str) -> str:
        return f"exports/{name}"


class InMemoryIdentity(StoryIdentity):
    """A story identity in memory; each object has its own random IFID, a worldwide story id."""

    def __init__(self) -> None:
        self._ifid = str(uuid4()).upper()

    def ifid(self) -> str:
        return self._ifid
