"""A project without a folder: all stores are in memory, and no file is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dependency_injector import providers

from questfoundry.app.run.models import ModelSource
from questfoundry.composition.settings.environment import Environment
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.stores import store_in_memory
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.protocols import EventSink
from questfoundry.testing.exports import InMemoryExportFolder, InMemoryIdentity
from questfoundry.testing.library import (
    InMemoryBookRepository,
    InMemoryChunkIndex,
    InMemoryChunkRepository,
)
from questfoundry.testing.workspace import InMemoryProjectWorkspace

_NOWHERE = Path("in-memory")


class InMemoryProjectContainer(ProjectContainer):
    """The container of a project with in-memory stores and the default settings."""

    def __init__(
        self,
        env: Mapping[str, str],
        *,
        models: ModelSource | None = None,
        flags: SourceChoices | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> None:
        settings = ProjectSettings(
            paths=ProjectPaths(_NOWHERE), file=ProjectFile(), environment=Environment.read(env)
        )
        super().__init__(settings, models=models, flags=flags, sinks=sinks)
        books = InMemoryBookRepository()
        self.store.override(providers.Object(store_in_memory()))
        self.export_folder.override(providers.Object(InMemoryExportFolder()))
        self.identity.override(providers.Object(InMemoryIdentity()))
        self.workspace.override(providers.Object(InMemoryProjectWorkspace()))
        self.library.books.override(providers.Object(books))
        self.library.chunks.override(providers.Object(InMemoryChunkRepository(books)))
        self.library.index.override(providers.Object(InMemoryChunkIndex(books)))
