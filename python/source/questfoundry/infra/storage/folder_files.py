"""Store the files of a project in its folder."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from questfoundry.domain.protocols.files import ProjectFiles, is_visible, require_file_name
from questfoundry.infra.own_files import is_reached_by_link, read_file, remove_file, replace_file


class FolderProjectFiles(ProjectFiles):
    """The files below the folder ``root``, which is made when the first file is written.

    No symbolic link below ``root`` is followed.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str, *, max_bytes: int) -> bytes | None:
        return read_file(self._path(name), within=self._root, max_bytes=max_bytes)

    def replace(self, name: str, content: str | bytes, *, durable: bool = True) -> None:
        replace_file(self._path(name), content, within=self._root, durable=durable)

    def remove(self, name: str) -> None:
        remove_file(self._path(name), within=self._root)

    def names(self, below: str = "") -> Sequence[str]:
        return self._list(below, is_file=True)

    def links(self, below: str = "") -> Sequence[str]:
        if below and is_reached_by_link(self._path(below), within=self._root):
            return (below,)
        return self._list(below, is_file=False)

    def stamps(self, below: str = "") -> Mapping[str, tuple[int, int]]:
        stamps = {}
        for name in self._list(below, is_file=True):
            with suppress(FileNotFoundError):
                state = (self._root / name).stat()
                stamps[name] = state.st_mtime_ns, state.st_size
        return stamps

    def place(self, name: str) -> str:
        return str(self._root / name)

    def _path(self, name: str) -> Path:
        return self._root / require_file_name(name)

    def _list(self, below: str, *, is_file: bool) -> Sequence[str]:
        start = self._path(below) if below else self._root
        if below and (is_reached_by_link(start, within=self._root) or not is_visible(below)):
            return ()
        if not start.is_dir():
            return (below,) if start.exists() and start.is_file() == is_file else ()
        return sorted(
            name for entry, name in self._walk(start, below) if _is_regular(entry) == is_file
        )

    def _walk(self, folder: Path, below: str) -> Iterator[tuple[os.DirEntry[str], str]]:
        """Yield all visible entries below ``folder`` that are not folders, with their names."""
        remaining = [(str(folder), below)]
        while remaining:  # not a recursion, because somebody's folders may be a thousand deep
            path, above = remaining.pop()
            for entry in _scan(path):
                name = f"{above}/{entry.name}" if above else entry.name
                if not is_visible(name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    remaining.append((entry.path, name))
                elif not entry.is_dir():
                    yield entry, name


def _scan(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _is_regular(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False)
