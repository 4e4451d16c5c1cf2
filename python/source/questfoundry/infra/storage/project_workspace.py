"""Store a project's files that agents may use, and its exported files, in folders."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from questfoundry.domain.errors import InputError, StoreError, UsageError
from questfoundry.domain.protocols.exporter import ExportFolder, is_plain_name
from questfoundry.domain.protocols.workspace import ProjectWorkspace, WorkspacePath, normalize_path
from questfoundry.infra.own_files import read_file, remove_file, replace_file

if TYPE_CHECKING:
    from questfoundry.domain.protocols.exporter import ExportedFile

CONTEXT, PATHS, EARLIER = "CONTEXT.md", "filepaths.json", "context"
WRITABLE = ("runs", "deliverables")
DESCRIPTION = "run_description.json"
_MOST_TEXT_BYTES = 20_000_000
_MOST_EXPORT_BYTES = 256 * 1024 * 1024
_MOST_FILES = 5_000


class FileProjectWorkspace(ProjectWorkspace):
    """The files of a project that agents may read and write; no symbolic link is followed.

    Hidden files, logs and the project's database can be neither read nor written.
    """

    def __init__(self, project: Path) -> None:
        self._root = project

    def context(self) -> str:
        return (self._read_text(CONTEXT) or "").strip()

    def keep_context(self, text: str) -> None:
        before = self._read_text(CONTEXT)
        if before == text:
            return
        if before and before.strip():
            self._replace(f"{EARLIER}/{len(self.earlier_contexts()) + 1:03}.md", before)
        self._replace(CONTEXT, text)

    def earlier_contexts(self) -> Sequence[str]:
        names = sorted(self._files_below(EARLIER))
        return [text for each in names if (text := self._read_text(each)) is not None]

    def paths(self) -> Sequence[WorkspacePath]:
        text = self._read_text(PATHS)
        if text is None:
            return []
        try:
            listed = json.loads(text)["paths"]
            return [
                WorkspacePath(
                    path=str(_parse_path(each["path"])), description=str(each["description"])
                )
                for each in listed
            ]
        except (ValueError, TypeError, KeyError, RecursionError) as problem:
            raise InputError(
                f"{PATHS} cannot be read: it must hold paths, each with `path` and `description`. "
                "Correct it, or remove it."
            ) from problem

    def describe(self, path: WorkspacePath) -> None:
        path = normalize_path(path)
        if not self._resolve(path.path).exists() or _is_hidden(PurePosixPath(path.path)):
            raise InputError(f"There is no file or folder {path.path!r} that agents may read.")
        others = [each for each in self.paths() if each.path != path.path]
        listed = sorted([*others, path], key=lambda each: each.path)
        entries = [{"path": each.path, "description": each.description} for each in listed]
        self._replace(PATHS, json.dumps({"paths": entries}, ensure_ascii=False, indent=2) + "\n")

    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        return sorted({found for path in allowed for found in self._files_below(path)})[
            :_MOST_FILES
        ]

    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        parsed = _parse_path(path)
        if not any(parsed.is_relative_to(_parse_path(each)) for each in allowed) or _is_hidden(
            parsed
        ):
            raise InputError(f"{path!r} is none of the files that may be read.")
        return self._read_text(str(parsed))

    def write(self, path: str, text: str) -> None:
        parsed = _parse_path(path)
        if len(parsed.parts) < 2 or parsed.parts[0] not in WRITABLE or _is_hidden(parsed):
            raise InputError(f"{path!r} does not lie below {' or '.join(WRITABLE)}.")
        # Files below runs/ can be restored from the journal, so they need not be durable.
        self._replace(str(parsed), text, durable=parsed.parts[0] != WRITABLE[0])

    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        text = json.dumps(document, ensure_ascii=False, indent=2)
        self.write(f"{folder}/{DESCRIPTION}", f"{text}\n")

    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        folder = self._root / WRITABLE[0]
        names = sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
        for name in names:
            try:
                document = json.loads(self._read_text(f"{WRITABLE[0]}/{name}/{DESCRIPTION}") or "")
            except (ValueError, RecursionError, InputError):
                continue
            if isinstance(document, dict):
                found.append(document)
        return found

    def _files_below(self, path: str) -> Iterator[str]:
        start = self._resolve(path)
        if start.is_symlink() or not self._has_no_links(start) or _is_hidden(_parse_path(path)):
            return
        if start.is_file():
            yield start.relative_to(self._root).as_posix()
        for folder, names, files in os.walk(start):
            place = PurePosixPath(Path(folder).relative_to(self._root).as_posix())
            names[:] = [each for each in names if not _is_hidden(place / each)]
            for name in files:
                if not Path(folder, name).is_symlink() and not _is_hidden(place / name):
                    yield str(place / name)

    def _has_no_links(self, path: Path) -> bool:
        steps = path.relative_to(self._root).parts
        return not any(self._root.joinpath(*steps[:at]).is_symlink() for at in range(len(steps)))

    def _resolve(self, path: str) -> Path:
        return self._root / _parse_path(path)

    def _read_text(self, path: str) -> str | None:
        try:
            content = read_file(self._resolve(path), within=self._root, max_bytes=_MOST_TEXT_BYTES)
            return None if content is None else content.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise InputError(f"{path!r} is no text.") from problem
        except StoreError as problem:
            raise InputError(problem.problem) from problem

    def _replace(self, path: str, text: str, *, durable: bool = True) -> None:
        content = text.encode("utf-8", "replace")
        try:
            replace_file(self._resolve(path), content, within=self._root, durable=durable)
        except (StoreError, ValueError) as problem:
            raise InputError(str(problem)) from problem


def _parse_path(path: str) -> PurePosixPath:
    parsed = PurePosixPath(path.replace("\\", "/").strip() or ".")
    is_invalid = "\0" in path or ":" in path
    if is_invalid or parsed.is_absolute() or ".." in parsed.parts:
        raise InputError(f"{path!r} does not lie in the project. Write a path from its folder.")
    return parsed


def _is_hidden(path: PurePosixPath) -> bool:
    return any(each.startswith(".") for each in path.parts) or path.parts[:1] in (
        ("story.db",),
        ("story.db.id",),
        ("story.db-wal",),
        ("story.db-shm",),
        ("logs",),
    )


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
        return read_file(self._path(name), within=self._within, max_bytes=_MOST_EXPORT_BYTES)

    def remove(self, name: str) -> None:
        remove_file(self._path(name), within=self._within)

    def path_of(self, name: str) -> str:
        return str(self._path(name))

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} is not a plain file name. Give a name without a folder.")
        return self._folder / name
