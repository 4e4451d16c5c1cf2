"""The container of a project's books: their stores, their search, and the research tools."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from questfoundry.composition.wiring.lazy import Provided, factory, singleton, wire
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef

if TYPE_CHECKING:
    from pathlib import Path

    from questfoundry.app.agent import ToolOffer
    from questfoundry.app.books.finder import (
        BookFinder,
        RemoveBookUseCase,
        SearchBooksUseCase,
        ShowBookUseCase,
    )
    from questfoundry.app.books.ingest import AddBookUseCase, Ingestion, ReindexBooksUseCase
    from questfoundry.app.store import ProjectStore
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.composition.wiring.adapters import ProjectAdapters
    from questfoundry.domain.protocols.library import (
        BookFiles,
        BookRepository,
        ChunkIndex,
        ChunkRepository,
    )
    from questfoundry.domain.protocols.provider import EmbeddingProvider, PromptRepository
    from questfoundry.domain.protocols.runs import EventSink, ProjectLock
    from questfoundry.domain.protocols.workspace import Clock, Tool
    from questfoundry.infra.storage.sql import SqlDatabase


class LibraryContainer:
    """The adapters and use cases for a project's books; the project's container owns one."""

    def __init__(self, project: ProjectAdapters) -> None:
        self._project = project

    @singleton
    def embeddings(self) -> EmbeddingProvider:
        project = self._project
        return embedding_provider(
            project.settings(),
            project.store(),
            project.clock(),
            project.events(),
            project.closing(),
        )

    @singleton
    def books(self) -> BookRepository:
        from questfoundry.infra.storage.sql_books import SqlBookRepository

        return SqlBookRepository(self._project.database())

    @singleton
    def chunks(self) -> ChunkRepository:
        from questfoundry.infra.storage.sql_books import SqlChunkRepository

        return SqlChunkRepository(self._project.database())

    @singleton
    def index(self) -> ChunkIndex:
        try:
            return open_chunk_index(
                self._project.database(),
                embeddings=self.embeddings(),
                cache=self._project.settings().paths.cache,
                closing=self._project.closing(),
            )
        except ImportError as problem:
            raise SettingsError(
                f"Searching books needs {problem.name}, which is not installed. Install "
                "everything that books need with: pip install 'questfoundry[books]'"
            ) from problem

    finder: Provided[BookFinder] = wire("questfoundry.app.books.finder:BookFinder")
    search_books: Provided[SearchBooksUseCase] = wire(
        "questfoundry.app.books.finder:SearchBooksUseCase"
    )

    @singleton
    def files(self) -> BookFiles:
        from questfoundry.infra.documents.book_files import DiskAndWebBookFiles

        settings = self._project.settings()
        return DiskAndWebBookFiles(files=settings.files if settings.is_shared else None)

    @factory
    def ingestion(self) -> Ingestion:
        from questfoundry.app.books.ingest import Ingestion
        from questfoundry.infra.documents.chunker import SentenceChunker
        from questfoundry.infra.documents.parsers import book_parsers

        return Ingestion(
            parsers=book_parsers(),
            chunker=SentenceChunker(),
            finder=self.finder(),
            events=self._project.events(),
        )

    def _lock(self) -> ProjectLock:
        return self._project.store().lock

    add_book: Provided[AddBookUseCase] = wire(
        "questfoundry.app.books.ingest:AddBookUseCase", lock="_lock"
    )
    reindex_books: Provided[ReindexBooksUseCase] = wire(
        "questfoundry.app.books.ingest:ReindexBooksUseCase", lock="_lock"
    )
    show_book: Provided[ShowBookUseCase] = wire("questfoundry.app.books.finder:ShowBookUseCase")
    remove_book: Provided[RemoveBookUseCase] = wire(
        "questfoundry.app.books.finder:RemoveBookUseCase", lock="_lock"
    )


def open_chunk_index(
    database: SqlDatabase, *, embeddings: EmbeddingProvider, cache: Path, closing: AsyncExitStack
) -> ChunkIndex:
    """Return the search index of the books in ``database``; ``cache`` is a folder for copies."""
    from questfoundry.infra.storage.database import Database

    if isinstance(database, Database):
        from questfoundry.infra.search.hybrid import HybridChunkIndex

        return HybridChunkIndex(database, embeddings=embeddings, cache=cache)
    from questfoundry.infra.postgres.chunk_index import PostgresChunkIndex

    index = PostgresChunkIndex(database, embeddings=embeddings, cache=cache)
    closing.callback(index.close)
    return index


def embedding_provider(
    settings: ProjectSettings,
    store: ProjectStore,
    clock: Clock,
    events: EventSink,
    closing: AsyncExitStack,
) -> EmbeddingProvider:
    """Build the provider of the setting ``library.embeddings``; a server's calls are journaled."""
    from questfoundry.composition.settings.file_values import WORDLLAMA

    named = settings.file.library.embeddings
    if named == WORDLLAMA:
        from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider

        return WordLlamaEmbeddingProvider()
    from questfoundry.app.run.spend_meter import CountedEmbeddingProvider
    from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter
    from questfoundry.infra.llm.transport.rate_limit import RateLimit
    from questfoundry.infra.llm.transport.retries import (
        Retries,
        RetryingEmbeddingProvider,
        retry_policies,
    )

    limits = settings.file.limits
    adapter = _embedding_adapter(named, settings)
    closing.push_async_callback(adapter.close)
    asking = RetryingEmbeddingProvider(
        adapter,
        retries=Retries(
            model=named, clock=clock, events=events, policies=retry_policies(limits.total_wait)
        ),
        limiter=AdaptiveLimiter(RateLimit(clock), concurrency=limits.concurrency),
    )
    return CountedEmbeddingProvider(asking, runs=store.runs, journal=store.journal, clock=clock)


def _embedding_adapter(named: str, settings: ProjectSettings) -> EmbeddingProvider:
    from questfoundry.composition.registries.providers import RESERVED
    from questfoundry.infra import plugins

    name, _, model = named.partition("/")
    if name not in RESERVED and name not in settings.file.endpoints:
        make = plugins.load_named(plugins.EMBEDDINGS, name)
        if make is not None:
            made: EmbeddingProvider = make(model, settings.provider_settings())
            return made
    chosen = Chosen(ref=ModelRef.parse(named), origin="library.embeddings")
    settings.providers.require([chosen])
    provider = settings.providers[name]
    if not provider.embeds:
        raise SettingsError(
            f"library.embeddings names {named!r}, but {name!r} offers no embeddings. Use "
            "wordllama, or a model of another provider."
        )
    return provider.make_embeddings(chosen, settings.provider_settings())


def research_tools(
    settings: ProjectSettings,
    prompts: PromptRepository,
    books: BookRepository,
    search_books: Callable[[], SearchBooksUseCase],
    closing: AsyncExitStack,
) -> ToolOffer:
    """Return the enabled research tools, with a reason for each omitted tool.

    ``search_books`` is called only if a book is ready to be searched, because it needs optional
    packages. ``closing`` closes the resources of the tools.
    """
    from questfoundry.app.agent import ToolOffer
    from questfoundry.domain.library.book import BookStatus
    from questfoundry.infra.research.tools import (
        SEARCH_LIBRARY,
        SearchCorpusTool,
        SearchLibraryTool,
        WebFetchTool,
        WebSearchTool,
    )

    wanted = settings.file.research
    tools: list[Tool] = []
    left_out: dict[str, str] = {}
    if any(book.status is BookStatus.READY for book in books.list()):
        tools.append(SearchLibraryTool(prompts, search_books()))
    else:
        left_out[SEARCH_LIBRARY] = "no book of the project is ready"
    if wanted.corpus:
        corpus = SearchCorpusTool(prompts)
        closing.callback(corpus.close)
        tools.append(corpus)
    else:
        left_out["search_corpus"] = "research.corpus in project.yaml is false"
    web_is_off = "research.web in project.yaml is not true"
    if not wanted.web:
        left_out["web_search"] = left_out["web_fetch"] = web_is_off
    else:
        tools.append(WebFetchTool(prompts))
        if settings.searxng_url:
            tools.append(WebSearchTool(prompts, searxng_url=settings.searxng_url))
        else:
            left_out["web_search"] = "neither SEARXNG_URL nor research.searxng_url is set"
    return ToolOffer(
        tools=tuple(tools), left_out=left_out, is_chosen=len(tools) > int(wanted.corpus)
    )
