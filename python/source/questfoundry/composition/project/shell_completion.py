"""Names in a project for shell completion, found without opening the project."""

from __future__ import annotations

from pathlib import Path

from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.infra.storage.names import NameKind, names_in


def runs_in(folder: Path) -> list[str]:
    """Return the run ids of the project in ``folder``, in order of their start."""
    return names_in(ProjectPaths(folder).database, NameKind.RUNS)


def books_in(folder: Path) -> list[str]:
    """Return the names of the books of the project in ``folder``."""
    return names_in(ProjectPaths(folder).database, NameKind.BOOKS)


def passages_in(folder: Path) -> list[str]:
    """Return the names of the passages of the project in ``folder``."""
    return names_in(ProjectPaths(folder).database, NameKind.PASSAGES)
