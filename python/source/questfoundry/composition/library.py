"""The wiring of a project's books: where they are kept, and how excerpts are found."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack

from dependency_injector import containers, providers

from questfoundry.app.books.finder import BookFinder, RemoveBookUseCase, ShowBookUseCase
from questfoundry.app.books.ingest import AddBookUseCase, Ingestion, ReindexBooksUseCase
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.composition.embeddings import embedding_provider
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.library.chunker import SentenceChunker
from questfoundry.domain.protocols import Clock, EmbeddingProvider, EventSink, ProjectLock
from questfoundry.domain.protocols.library import (
    BookFiles,
    BookParser,
    BookRepository,
    ChunkIndex,
    ChunkRepository,
)
from questfoundry.infra.storage.database import Database


def _books(database: Database) -> BookRepository:
    from questfoundry.infra.storage.sqlite_books import SqliteBookRepository

    return SqliteBookRepository(database)


def _chunks(database: Database) -> ChunkRepository:
    from questfoundry.infra.storage.sqlite_books import SqliteChunkRepository

    return SqliteChunkRepository(database)


def _index(
    settings: ProjectSettings, database: Database, embeddings: EmbeddingProvider
) -> ChunkIndex:
    try:
        from questfoundry.infra.search.hybrid import HybridChunkIndex
    except ImportError as problem:
        raise SettingsError(
            f"{problem.name} is not installed, and books cannot be searched without it. Install "
            "all that books need with: pip install 'questfoundry[books]'"
        ) from problem
    return HybridChunkIndex(database, embeddings=embeddings, cache=settings.paths.cache)


def _files() -> BookFiles:
    from questfoundry.infra.documents.book_files import DiskAndWebBookFiles

    return DiskAndWebBookFiles()


def _parsers() -> Mapping[str, BookParser]:
    from questfoundry.infra.documents.parsers import book_parsers

    return book_parsers()


class LibraryContainer(containers.DeclarativeContainer):
    """Everything for the books of one project; ``library`` of its project's container."""

    settings = providers.Dependency(instance_of=ProjectSettings)
    database = providers.Dependency(instance_of=Database)
    lock: providers.Dependency[ProjectLock] = providers.Dependency()
    events: providers.Dependency[EventSink] = providers.Dependency()
    clock: providers.Dependency[Clock] = providers.Dependency()
    closing = providers.Dependency(instance_of=AsyncExitStack)

    embeddings = providers.Singleton(embedding_provider, settings, clock, events, closing)
    books = providers.Singleton(_books, database)
    chunks = providers.Singleton(_chunks, database)
    index = providers.Singleton(_index, settings, database, embeddings)

    finder = providers.Factory(BookFinder, books=books, chunks=chunks, index=index)
    search_books = providers.Factory(SearchBooksUseCase, books=books, index=index)

    files = providers.Singleton(_files)
    ingestion = providers.Factory(
        Ingestion,
        parsers=providers.Singleton(_parsers),
        chunker=providers.Singleton(SentenceChunker),
        finder=finder,
        events=events,
    )
    add_book = providers.Factory(
        AddBookUseCase, files=files, ingestion=ingestion, finder=finder, lock=lock
    )
    reindex_books = providers.Factory(
        ReindexBooksUseCase, files=files, ingestion=ingestion, finder=finder, lock=lock
    )
    show_book = providers.Factory(ShowBookUseCase, finder=finder)
    remove_book = providers.Factory(RemoveBookUseCase, finder=finder, lock=lock)
