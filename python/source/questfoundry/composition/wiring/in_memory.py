"""A project without a folder: all stores are in memory, and no file is written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.app.store import ProjectStore
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.lazy import singleton
from questfoundry.composition.wiring.library import LibraryContainer
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from questfoundry.testing import library, memory
from questfoundry.testing import library as talks

if TYPE_CHECKING:
    from questfoundry.composition.wiring.adapters import ProjectAdapters


class InMemoryProjectContainer(ProjectContainer):
    """The container of a project whose settings have their files in memory, with other stores."""

    @singleton
    def store(self) -> ProjectStore:
        conversations = talks.InMemoryConversationRepository()
        return ProjectStore(
            artifacts=memory.InMemoryArtifactRepository(),
            files=YamlArtifactFiles(self.settings().files),
            runs=memory.InMemoryRunRepository(),
            journal=memory.InMemoryJournal(),
            conversations=conversations,
            messages=talks.InMemoryChatMessageRepository(conversations),
            lock=memory.InMemoryProjectLock(),
        )

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
