"""Opens the project that a command works in, and tells of the author's edits in it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from questfoundry.cli.console import note
from questfoundry.composition.paths import ProjectPaths, project_folder
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.settings import Given
from questfoundry.domain.protocols import EventSink
from questfoundry.domain.remedy import Act

if TYPE_CHECKING:
    from questfoundry.composition.containers import ProjectContainer


@asynccontextmanager
async def existing_project(
    given: Path | None, *, flags: Given | None = None, sinks: Sequence[EventSink] = ()
) -> AsyncIterator[ProjectContainer]:
    """The project in the folder, or ``InputError`` that says how to begin one."""
    folder = project_folder(given, os.environ)
    require_project(ProjectPaths(folder))
    from questfoundry.composition.project import open_project

    async with open_project(folder, os.environ, flags=flags, sinks=sinks) as project:
        yield project


def require_project(paths: ProjectPaths) -> None:
    """Raise ``InputError`` where there is no project."""
    if not paths.hold_project:
        raise InputError(
            f"There is no project in {str(paths.root.resolve())!r}.",
            remedies=(Act.BEGIN_PROJECT, Act.CHOOSE_FOLDER),
        )


def take_in_edits(project: ProjectContainer) -> None:
    """Make versions of the artifact files that the author edited, and say so."""
    tell_of(project.sync_edits().execute())


def tell_of(edits: Sequence[ArtifactVersion]) -> None:
    """Say which edits were taken in."""
    for made in edits:
        note(f"Took in your edit of artifacts/{made.stage}.yaml as version {made.version}.")
