"""Write, read and delete exported files in a folder on disk."""

from pathlib import Path

from questfoundry.domain.errors import UsageError
from questfoundry.domain.protocols.exporter import ExportedFile, ExportFolder, is_plain_name
from questfoundry.infra.own_files import read_file, remove_file, replace_file

_MOST_BYTES = 256 * 1024 * 1024


class FileExportFolder(ExportFolder):
    """A folder for exported files; it is created when the first file is written."""

    def __init__(self, folder: Path, *, within: Path | None = None) -> None:
        """Set the path of the folder; ``within`` is the project folder that contains it, if any."""
        self._folder = folder
        self._within = within or folder

    def write(self, file: ExportedFile) -> str:
        path = self._folder / file.name
        replace_file(path, file.content, within=self._within)
        return str(path)

    def read(self, name: str) -> bytes | None:
        return read_file(self._path(name), within=self._within, max_bytes=_MOST_BYTES)

    def remove(self, name: str) -> None:
        remove_file(self._path(name), within=self._within)

    def path_of(self, name: str) -> str:
        return str(self._path(name))

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} is not a plain file name. Give a name without a folder.")
        return self._folder / name
