"""The files that were shipped, in a folder on disk."""

from __future__ import annotations

from pathlib import Path

from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.exporter import ExportedFile, is_plain_name
from questfoundry.domain.protocols.exports import ExportFolder
from questfoundry.infra.storage.own_files import read_file, remove_file, replace_file

_MOST_BYTES = 256 * 1024 * 1024


class FileExportFolder(ExportFolder):
    """A folder, which is made when first needed."""

    def __init__(self, folder: Path, *, within: Path | None = None) -> None:
        """``within`` is the project of the folder, unless the author named it by itself."""
        self._folder = folder
        self._within = within or folder

    def write(self, file: ExportedFile) -> str:
        """Replace the file atomically; returns its path."""
        path = self._folder / file.name
        replace_file(path, file.content, within=self._within)
        return str(path)

    def read(self, name: str) -> bytes | None:
        """What the file holds, or ``None``; ``StoreError`` where it cannot be read."""
        return read_file(self._path(name), within=self._within, max_bytes=_MOST_BYTES)

    def remove(self, name: str) -> None:
        """Remove the file, if there is one; ``StoreError`` where that is not allowed."""
        remove_file(self._path(name), within=self._within)

    def path_of(self, name: str) -> str:
        """Where the file is, or would be."""
        return str(self._path(name))

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} names no file of a folder. Give a name without a folder.")
        return self._folder / name
