"""Names in a project for shell completion, found without opening the project."""

from __future__ import annotations

from pathlib import Path

from questfoundry.composition.paths import ProjectPaths
from questfoundry.infra.storage.names import NameKind, names_in


def runs_in(folder: Path) -> list[str]:
    """The runs, in the order in which they were begun."""
    return names_in(ProjectPaths(folder).database, NameKind.RUNS)


def books_in(folder: Path) -> list[str]:
    """The books, as they can be named."""
    return names_in(ProjectPaths(folder).database, NameKind.BOOKS)


def passages_in(folder: Path) -> list[str]:
    """The passages of the structure, as they can be named."""
    return names_in(ProjectPaths(folder).database, NameKind.PASSAGES)
