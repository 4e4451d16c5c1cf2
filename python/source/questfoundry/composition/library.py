"""The wiring of a project's books: where they are kept, and how passages are found."""

from __future__ import annotations

from dependency_injector import containers, providers

from questfoundry.app.library.search_books import SearchBooksUseCase
from questfoundry.app.library.shelf import Shelf
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.protocols import EmbeddingProvider
from questfoundry.domain.protocols.library import BookRepository, ChunkRepository, PassageIndex
from questfoundry.infra.storage.database import Database


def _embeddings() -> EmbeddingProvider:
    from questfoundry.infra.embeddings.wordllama import WordLlamaEmbeddingProvider

    return WordLlamaEmbeddingProvider()


def _books(database: Database) -> BookRepository:
    from questfoundry.infra.storage.sqlite_books import SqliteBookRepository

    return SqliteBookRepository(database)


def _chunks(database: Database) -> ChunkRepository:
    from questfoundry.infra.storage.sqlite_books import SqliteChunkRepository

    return SqliteChunkRepository(database)


def _index(
    settings: ProjectSettings, database: Database, embeddings: EmbeddingProvider
) -> PassageIndex:
    from questfoundry.infra.search.hybrid import HybridPassageIndex

    return HybridPassageIndex(database, embeddings=embeddings, cache=settings.paths.cache)


class LibraryContainer(containers.DeclarativeContainer):
    """Everything for the books of one project; ``library`` of its project's container."""

    settings = providers.Dependency(instance_of=ProjectSettings)
    database = providers.Dependency(instance_of=Database)

    embeddings = providers.Singleton(_embeddings)
    books = providers.Singleton(_books, database)
    chunks = providers.Singleton(_chunks, database)
    index = providers.Singleton(_index, settings, database, embeddings)

    shelf = providers.Factory(Shelf, books=books, chunks=chunks, index=index)
    search_books = providers.Factory(SearchBooksUseCase, books=books, index=index)
