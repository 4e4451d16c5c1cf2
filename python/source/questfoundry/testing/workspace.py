"""Provide a project workspace, an export folder and the IFID of a story in memory."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any
from uuid import uuid4

from questfoundry.domain.artifacts.version import from_text, to_text
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import ExportedFile, ExportFolder, StoryIdentity
from questfoundry.domain.protocols.workspace import ProjectWorkspace, WorkspacePath, normalize_path

_WRITABLE = ("runs", "deliverables")


class InMemoryProjectWorkspace(ProjectWorkspace):
    """A project workspace in memory."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self._context = ""
        self._earlier: list[str] = []
        self._paths: dict[str, str] = {}
        self._runs: dict[str, str] = {}

    def context(self) -> str:
        return self._context

    def keep_context(self, text: str) -> None:
        if self._context and self._context != text.strip():
            self._earlier.append(self._context)
        self._context = text.strip()

    def earlier_contexts(self) -> Sequence[str]:
        return list(self._earlier)

    def paths(self) -> Sequence[WorkspacePath]:
        return [
            WorkspacePath(path=path, description=said) for path, said in sorted(self._paths.items())
        ]

    def describe(self, path: WorkspacePath) -> None:
        path = normalize_path(path)
        if not self.files((path.path,)):
            raise InputError(f"There is no file or folder {path.path!r} in the project.")
        self._paths[path.path] = path.description

    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        wanted = [_inside(each) for each in allowed]
        return sorted(
            path
            for path in self.texts
            if any(PurePosixPath(path).is_relative_to(each) for each in wanted)
        )

    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        wanted = _inside(path)
        if not any(wanted.is_relative_to(_inside(each)) for each in allowed):
            raise InputError(f"{path!r} is none of the files that may be read.")
        return self.texts.get(str(wanted))

    def write(self, path: str, text: str) -> None:
        wanted = _inside(path)
        if len(wanted.parts) < 2 or wanted.parts[0] not in _WRITABLE:
            raise InputError(f"{path!r} does not lie below {' or '.join(_WRITABLE)}.")
        self.texts[str(wanted)] = text

    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        self._runs[folder] = to_text(dict(document))

    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        return [from_text(text) for _, text in sorted(self._runs.items())]


def _inside(path: str) -> PurePosixPath:
    wanted = PurePosixPath(path.replace("\\", "/").strip() or ".")
    if "\0" in path or ":" in path or wanted.is_absolute() or ".." in wanted.parts:
        raise InputError(f"{path!r} does not lie in the project. Write a path from its folder.")
    return wanted


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
