"""A project without a folder: all stores are in memory, and no file is written."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.app.store import ProjectStore
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.lazy import factory, singleton
from questfoundry.composition.wiring.library import LibraryContainer
from questfoundry.testing import conversations as talks
from questfoundry.testing import library, memory
from questfoundry.testing.workspace import (
    InMemoryExportFolder,
    InMemoryIdentity,
    InMemoryProjectWorkspace,
)

if TYPE_CHECKING:
    from questfoundry.composition.wiring.adapters import ProjectAdapters
    from questfoundry.domain.protocols import ExportFolder, ProjectWorkspace, StoryIdentity


class InMemoryProjectContainer(ProjectContainer):
    """The container of a project with in-memory stores."""

    @singleton
    def store(self) -> ProjectStore:
        conversations = talks.InMemoryConversationRepository()
        return ProjectStore(
            artifacts=memory.InMemoryArtifactRepository(),
            files=memory.InMemoryArtifactFiles(),
            runs=memory.InMemoryRunRepository(),
            journal=memory.InMemoryJournal(),
            conversations=conversations,
            messages=talks.InMemoryChatMessageRepository(conversations),
            lock=memory.InMemoryProjectLock(),
        )

    @factory
    def export_folder(self, elsewhere: Path | None = None) -> ExportFolder:
        del elsewhere
        return self._exports

    @cached_property
    def _exports(self) -> InMemoryExportFolder:
        return InMemoryExportFolder()

    @singleton
    def identity(self) -> StoryIdentity:
        return InMemoryIdentity()

    @singleton
    def workspace(self) -> ProjectWorkspace:
        return InMemoryProjectWorkspace()

    @cached_property
    def library(self) -> LibraryContainer:
        """The container of the project's books, which are in memory."""
        return _InMemoryLibrary(self)


class _InMemoryLibrary(LibraryContainer):
    def __init__(self, project: ProjectAdapters) -> None:
        super().__init__(project)
        books = library.InMemoryBookRepository()
        self.books.override(providers.Object(books))
        self.chunks.override(providers.Object(library.InMemoryChunkRepository(books)))
        self.index.override(providers.Object(library.InMemoryChunkIndex(books)))
