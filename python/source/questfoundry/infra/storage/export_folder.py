"""The files that were shipped, in a folder on disk."""

from __future__ import annotations

from pathlib import Path

from questfoundry.domain.errors import StoreError, UsageError
from questfoundry.domain.protocols.exporter import ExportedFile, is_plain_name
from questfoundry.domain.protocols.exports import ExportFolder
from questfoundry.infra.storage.atomic import replace_file


class FileExportFolder(ExportFolder):
    """A folder, which is made when first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, file: ExportedFile) -> str:
        """Replace the file atomically; returns its path."""
        path = self._folder / file.name
        replace_file(path, file.content)
        return str(path)

    def read(self, name: str) -> bytes | None:
        """What the file holds, or ``None``; ``StoreError`` where it cannot be read."""
        path = self._path(name)
        try:
            return path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as problem:
            raise StoreError(
                f"{str(path)!r} cannot be read: {problem.strerror}. Check the rights to it."
            ) from problem

    def remove(self, name: str) -> None:
        """Remove the file, if there is one; ``StoreError`` where that is not allowed."""
        path = self._path(name)
        try:
            path.unlink(missing_ok=True)
        except OSError as problem:
            raise StoreError(
                f"{str(path)!r} cannot be removed: {problem.strerror}. "
                "Check the rights to its folder."
            ) from problem

    def path_of(self, name: str) -> str:
        """Where the file is, or would be."""
        return str(self._path(name))

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} names no file of a folder. Give a name without a folder.")
        return self._folder / name
