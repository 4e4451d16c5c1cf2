"""The projects in a folder, and their progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from questfoundry.composition.registries.stages import list_artifact_stages
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.errors import QuestFoundryError

_MAX_PROJECTS = 500


@frozen(kw_only=True)
class FoundProject:
    """A project found in a folder; only its settings were read.

    ``settled`` lists the stages that have an artifact; ``shipped`` says whether exports exist.
    ``problem`` describes an error in the settings.
    """

    folder: Path
    name: str
    settled: tuple[str, ...]
    shipped: bool
    problem: str = ""


def projects_in(folder: Path, env: Mapping[str, str]) -> tuple[FoundProject, ...]:
    """Return the projects directly in ``folder``, sorted by name: at most 500, without links."""
    return tuple(_read_project(each, env) for each in project_folders(folder))


def project_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders of the projects directly in ``folder``: at most 500, without links."""
    return tuple(_find_folders(folder))[:_MAX_PROJECTS]


def _find_folders(folder: Path) -> Iterator[Path]:
    for each in sorted(folder.iterdir()) if folder.is_dir() else ():
        if each.name[0] != "." and not each.is_symlink() and ProjectPaths(each).hold_project:
            yield each


def _read_project(folder: Path, env: Mapping[str, str]) -> FoundProject:
    paths, name, problem = ProjectPaths(folder), folder.name, ""
    try:
        name = load_settings(folder, env).name
    except QuestFoundryError as error:
        problem = str(error)
    stages = (each.name for each in list_artifact_stages())
    return FoundProject(
        folder=folder,
        name=name,
        settled=tuple(each for each in stages if (paths.artifacts / f"{each}.yaml").is_file()),
        shipped=(paths.exports / "manifest.json").is_file(),
        problem=problem,
    )
