"""Select the files of a project that agents may use, and the exported files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from questfoundry.domain.errors import InputError, StoreError, UsageError
from questfoundry.domain.protocols.exporter import ExportFolder, is_plain_name
from questfoundry.domain.protocols.files import ProjectFiles, is_visible
from questfoundry.domain.protocols.workspace import (
    DESCRIPTION,
    ProjectWorkspace,
    WorkspacePath,
    normalize_path,
)

if TYPE_CHECKING:
    from questfoundry.domain.protocols.exporter import ExportedFile

CONTEXT, PATHS, EARLIER = "CONTEXT.md", "filepaths.json", "context"
EXPORTS = "exports"
WRITABLE = ("runs", "deliverables")
_MOST_TEXT_BYTES = 20_000_000
_MOST_EXPORT_BYTES = 256 * 1024 * 1024
_MOST_FILES = 5_000


class FileProjectWorkspace(ProjectWorkspace):
    """The files of a project that agents may read and write; no symbolic link is followed.

    Hidden files, logs and the project's database can be neither read nor written.
    """

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

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
        names = self._names(EARLIER)
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
        if path.path not in WRITABLE and not self._names(path.path):
            raise InputError(f"There is no file or folder {path.path!r} that agents may read.")
        others = [each for each in self.paths() if each.path != path.path]
        listed = sorted([*others, path], key=lambda each: each.path)
        entries = [{"path": each.path, "description": each.description} for each in listed]
        self._replace(PATHS, json.dumps({"paths": entries}, ensure_ascii=False, indent=2) + "\n")

    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        found = {name for path in allowed for name in self._names(path)}
        return sorted(found)[:_MOST_FILES]

    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        parsed = _parse_path(path)
        if not any(parsed.is_relative_to(_parse_path(each)) for each in allowed) or not (
            is_visible(str(parsed))
        ):
            raise InputError(f"{path!r} is not one of the files that agents may read.")
        return self._read_text(str(parsed))

    def write(self, path: str, text: str) -> None:
        parsed = _parse_path(path)
        if len(parsed.parts) < 2 or parsed.parts[0] not in WRITABLE or not is_visible(str(parsed)):
            raise InputError(f"{path!r} does not lie below {' or '.join(WRITABLE)}.")
        # Files below runs/ can be restored from the journal, so they need not be durable.
        self._replace(str(parsed), text, durable=parsed.parts[0] != WRITABLE[0])

    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        text = json.dumps(document, ensure_ascii=False, indent=2)
        self.write(f"{folder}/{DESCRIPTION}", f"{text}\n")

    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        names = (PurePosixPath(each) for each in self._names(WRITABLE[0]))
        for name in names:
            if len(name.parts) != 3 or name.name != DESCRIPTION:
                continue
            try:
                document = json.loads(self._read_text(str(name)) or "")
            except (ValueError, RecursionError, InputError):
                continue
            if isinstance(document, dict):
                found.append(document)
        return found

    def _names(self, path: str) -> Sequence[str]:
        parsed = _parse_path(path)
        return self._files.names(str(parsed) if parsed.parts else "")

    def _read_text(self, path: str) -> str | None:
        try:
            content = self._files.read(str(_parse_path(path)), max_bytes=_MOST_TEXT_BYTES)
            return None if content is None else content.decode("utf-8")
        except UnicodeDecodeError as problem:
            raise InputError(f"{path!r} is not a text file. Read another file.") from problem
        except StoreError as problem:
            raise InputError(problem.problem) from problem

    def _replace(self, path: str, text: str, *, durable: bool = True) -> None:
        content = text.encode("utf-8", "replace")
        try:
            self._files.replace(str(_parse_path(path)), content, durable=durable)
        except StoreError as problem:
            raise InputError(str(problem)) from problem


def _parse_path(path: str) -> PurePosixPath:
    parsed = PurePosixPath(path.replace("\\", "/").strip() or ".")
    is_invalid = "\0" in path or ":" in path
    if is_invalid or parsed.is_absolute() or ".." in parsed.parts:
        raise InputError(f"{path!r} does not lie in the project. Write a path from its folder.")
    return parsed


class FileExportFolder(ExportFolder):
    """The exported files among the files of a project, or of a folder that contains nothing else.

    ``folder`` is the name of the export folder in the project; empty if all files are exports.
    """

    def __init__(self, files: ProjectFiles, folder: str = EXPORTS) -> None:
        self._files = files
        self._folder = folder

    def write(self, file: ExportedFile) -> str:
        self._files.replace(self._name(file.name), file.content)
        return self.path_of(file.name)

    def read(self, name: str) -> bytes | None:
        return self._files.read(self._name(name), max_bytes=_MOST_EXPORT_BYTES)

    def remove(self, name: str) -> None:
        self._files.remove(self._name(name))

    def path_of(self, name: str) -> str:
        return self._files.place(self._name(name))

    def _name(self, name: str) -> str:
        if not is_plain_name(name):
            raise UsageError(f"{name!r} is not a plain file name. Give a name without a folder.")
        return f"{self._folder}/{name}" if self._folder else name
