"""The dependency injection container of a project's books: their stores and their search."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AsyncExitStack

from dependency_injector import providers

from questfoundry.app.books.finder import BookFinder, RemoveBookUseCase, ShowBookUseCase
from questfoundry.app.books.ingest import AddBookUseCase, Ingestion, ReindexBooksUseCase
from questfoundry.app.books.search import SearchBooksUseCase
from questfoundry.app.store import ProjectStore
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.embeddings import embedding_provider
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.protocols import Clock, EmbeddingProvider, EventSink
from questfoundry.domain.protocols.library import (
    BookFiles,
    BookParser,
    BookRepository,
    ChunkIndex,
    ChunkRepository,
)
from questfoundry.infra.documents.chunker import SentenceChunker
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
            f"Searching books needs {problem.name}, which is not installed. Install everything "
            "that books need with: pip install 'questfoundry[books]'"
        ) from problem
    return HybridChunkIndex(database, embeddings=embeddings, cache=settings.paths.cache)


def _files() -> BookFiles:
    from questfoundry.infra.documents.book_files import DiskAndWebBookFiles

    return DiskAndWebBookFiles()


def _parsers() -> Mapping[str, BookParser]:
    from questfoundry.infra.documents.parsers import book_parsers

    return book_parsers()


class LibraryContainer:
    """The adapters and use cases for a project's books; ``library`` in its container."""

    def __init__(
        self,
        *,
        settings: providers.Provider[ProjectSettings],
        database: providers.Provider[Database],
        store: providers.Provider[ProjectStore],
        events: providers.Provider[EventSink],
        clock: providers.Provider[Clock],
        closing: providers.Provider[AsyncExitStack],
    ) -> None:
        self.embeddings = providers.Singleton(
            embedding_provider, settings, store, clock, events, closing
        )
        self.books = providers.Singleton(_books, database)
        self.chunks = providers.Singleton(_chunks, database)
        self.index = providers.Singleton(_index, settings, database, self.embeddings)
        self.finder = providers.Factory(
            BookFinder, books=self.books, chunks=self.chunks, index=self.index
        )
        self.search_books = providers.Factory(
            SearchBooksUseCase, books=self.books, index=self.index
        )
        self.files = providers.Singleton(_files)
        self.ingestion = providers.Factory(
            Ingestion,
            parsers=providers.Singleton(_parsers),
            chunker=providers.Singleton(SentenceChunker),
            finder=self.finder,
            events=events,
        )
        self.add_book = providers.Factory(
            AddBookUseCase,
            files=self.files,
            ingestion=self.ingestion,
            finder=self.finder,
            lock=store.provided.lock,
        )
        self.reindex_books = providers.Factory(
            ReindexBooksUseCase,
            files=self.files,
            ingestion=self.ingestion,
            finder=self.finder,
            lock=store.provided.lock,
        )
        self.show_book = providers.Factory(ShowBookUseCase, finder=self.finder)
        self.remove_book = providers.Factory(
            RemoveBookUseCase, finder=self.finder, lock=store.provided.lock
        )
