"""Provide a project workspace in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.workspace import ProjectWorkspace, WorkspacePath
from questfoundry.domain.stored_json import from_text, to_text

_WRITABLE = ("runs", "deliverables")


class InMemoryProjectWorkspace(ProjectWorkspace):
    """A workspace whose files are texts by path; ``texts`` are the files at the beginning."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self.texts = dict(texts or {})
        self._context = ""
        self._earlier: list[str] = []
        self._paths: dict[str, str] = {}
        self._runs: dict[str, str] = {}

    def context(self) -> str:
        """Return the project's current context, or an empty text."""
        return self._context

    def keep_context(self, text: str) -> None:
        """Replace the project's context; archive the previous one if the text differs."""
        if self._context and self._context != text.strip():
            self._earlier.append(self._context)
        self._context = text.strip()

    def earlier_contexts(self) -> Sequence[str]:
        """Return the earlier contexts, oldest first."""
        return list(self._earlier)

    def paths(self) -> Sequence[WorkspacePath]:
        """Return the paths that have a description, sorted."""
        return [
            WorkspacePath(path=path, description=said) for path, said in sorted(self._paths.items())
        ]

    def describe(self, path: WorkspacePath) -> None:
        """Store the description of a path; raise ``InputError`` if there is no such path."""
        if not self.files((path.path,)):
            raise InputError(f"There is no file or folder {path.path!r} in the project.")
        self._paths[path.path] = path.description

    def files(self, allowed: Sequence[str]) -> Sequence[str]:
        """Return the paths of the texts at or below the allowed paths."""
        wanted = [_inside(each) for each in allowed]
        return sorted(
            path
            for path in self.texts
            if any(PurePosixPath(path).is_relative_to(each) for each in wanted)
        )

    def read(self, path: str, allowed: Sequence[str]) -> str | None:
        """Return the text of the file, or ``None`` if it does not exist.

        Raise ``InputError`` if the path is not allowed.
        """
        wanted = _inside(path)
        if not any(wanted.is_relative_to(_inside(each)) for each in allowed):
            raise InputError(f"{path!r} is none of the files that may be read.")
        return self.texts.get(str(wanted))

    def write(self, path: str, text: str) -> None:
        """Store the text; only paths below ``runs/`` and ``deliverables/`` are allowed.

        Raise ``InputError`` for any other path.
        """
        wanted = _inside(path)
        if len(wanted.parts) < 2 or wanted.parts[0] not in _WRITABLE:
            raise InputError(f"{path!r} does not lie below {' or '.join(_WRITABLE)}.")
        self.texts[str(wanted)] = text

    def describe_run(self, folder: str, document: Mapping[str, Any]) -> None:
        """Store a copy of the run's description."""
        self._runs[folder] = to_text(dict(document))

    def run_descriptions(self) -> Sequence[Mapping[str, Any]]:
        """Return copies of all run descriptions, sorted by folder."""
        return [from_text(text) for _, text in sorted(self._runs.items())]


def _inside(path: str) -> PurePosixPath:
    wanted = PurePosixPath(path.replace("\\", "/").strip() or ".")
    if "\0" in path or ":" in path or wanted.is_absolute() or ".." in wanted.parts:
        raise InputError(f"{path!r} does not lie in the project. Write a path from its folder.")
    return wanted
