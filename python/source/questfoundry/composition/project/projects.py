"""Find the projects in a folder, open one, and list names in it for shell completion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import asdict, frozen

from questfoundry.composition.project.places import ProjectPlace, parse_place
from questfoundry.composition.project.project_progress import ProjectProgress
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.infra.storage.names import NameKind, names_in

if TYPE_CHECKING:
    from questfoundry.composition.settings.trust import Trust
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.runs import EventSink

_MAX_PROJECTS = 500


@frozen(kw_only=True)
class FoundProject(ProjectProgress):
    """A project found in a folder, which was not opened.

    ``problem`` describes an error in the settings.
    """

    folder: Path
    name: str
    problem: str = ""

    @property
    def project(self) -> str:
        """The name of the folder."""
        return self.folder.name


def projects_in(folder: Path, env: Mapping[str, str]) -> tuple[FoundProject, ...]:
    """Return at most 500 projects in subfolders of ``folder``, in order; ignore symbolic links."""
    return tuple(_read_project(each, env) for each in project_folders(folder))


def project_folders(folder: Path) -> tuple[Path, ...]:
    """Return at most 500 subfolders that are projects, sorted by name; ignore symbolic links."""
    found = (
        each
        for each in (sorted(folder.iterdir()) if folder.is_dir() else ())
        if each.name[0] != "." and not each.is_symlink() and ProjectPaths(each).hold_project
    )
    return tuple(islice(found, _MAX_PROJECTS))


def _read_project(folder: Path, env: Mapping[str, str]) -> FoundProject:
    from questfoundry.composition.settings.settings import load_settings

    paths, name, problem = ProjectPaths(folder), folder.name, ""
    try:
        name = load_settings(folder, env).name
    except QuestFoundryError as error:
        problem = str(error)
    progress = asdict(ProjectProgress.read(paths.files))
    return FoundProject(folder=folder, name=name, problem=problem, **progress)


@asynccontextmanager
async def open_project(
    place: ProjectPlace | Path,
    env: Mapping[str, str],
    *,
    flags: SourceChoices | None = None,
    log: bool = False,
    concurrency: int | None = None,
    sinks: Sequence[EventSink] = (),
    trust: Trust = False,
) -> AsyncIterator[ProjectContainer]:
    """Yield the container of a project, closed afterwards; ``flags`` override the models."""
    place = parse_place(place) if isinstance(place, Path) else place
    settings = place.read_settings(env, log=log, concurrency=concurrency, trust=trust)
    container = place.build(settings, flags=flags, sinks=sinks)
    async with container.closing():
        yield container


@asynccontextmanager
async def open_to_read(
    place: ProjectPlace, env: Mapping[str, str]
) -> AsyncIterator[ProjectContainer]:
    """Yield the container of a copy in memory: artifacts or imported files, but no settings."""
    from questfoundry.composition.settings.paths import SOURCE
    from questfoundry.composition.settings.settings import settings_in_memory
    from questfoundry.composition.wiring.in_memory import InMemoryProjectContainer
    from questfoundry.infra.storage.yaml_artifact_files import MOST_BYTES

    settings = settings_in_memory(env)
    for name in (*place.files.names("artifacts"), *place.files.names(SOURCE)):
        settings.files.replace(name, place.files.read(name, max_bytes=MOST_BYTES) or b"")
    container = InMemoryProjectContainer(settings)
    async with container.closing():
        container.sync_edits().execute()
        yield container


def is_own_project(place: ProjectPlace) -> bool:
    """Return whether the author has worked in the project, on this computer or in a database."""
    from questfoundry.infra.storage.trust_memory import recall_trust

    folder = place.folder
    return folder is None or (
        ProjectPaths(folder).database.exists() and recall_trust(folder) is not None
    )


def runs_in(folder: Path) -> list[str]:
    """Return the run ids of the project in ``folder``, in order of their start."""
    return names_in(ProjectPaths(folder).database, NameKind.RUNS)


def books_in(folder: Path) -> list[str]:
    """Return the names of the books of the project in ``folder``."""
    return names_in(ProjectPaths(folder).database, NameKind.BOOKS)


def passages_in(folder: Path) -> list[str]:
    """Return the names of the passages of the project in ``folder``."""
    return names_in(ProjectPaths(folder).database, NameKind.PASSAGES)
