"""The adapters of a project, one for each protocol, created on first use."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack

from dependency_injector import providers

from questfoundry.composition.registries.exporters import map_renderers, story_exporters
from questfoundry.composition.registries.plugins import load_added_laws
from questfoundry.composition.registries.stages import load_added_stages, stage_registry
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.imports import source_of
from questfoundry.composition.wiring.library import LibraryContainer
from questfoundry.composition.wiring.publication import publication_of
from questfoundry.composition.wiring.research import research_tools
from questfoundry.composition.wiring.stores import (
    export_folder,
    identity_of,
    open_database,
    store_in_folder,
    workspace_in_folder,
)
from questfoundry.domain.protocols import (
    Clock,
    EventSink,
    PromptRepository,
    ReportWriter,
    ToolSource,
)
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.prices import GenaiPriceBook
from questfoundry.infra.telemetry.events import (
    CompositeEventSink,
    StructlogEventSink,
    build_debug_log,
)


def _create_exit_stack() -> AsyncExitStack:
    return AsyncExitStack()


def _prompts(settings: ProjectSettings) -> PromptRepository:
    from questfoundry.infra.prompts.jinja import JinjaPromptRepository

    added = (stage.prompts for stage in load_added_stages())
    return JinjaPromptRepository((*settings.prompt_folders(), *filter(None, added)))


def _events(settings: ProjectSettings, clock: Clock, sinks: Sequence[EventSink]) -> EventSink:
    if not settings.logging:
        return CompositeEventSink(sinks)
    logger = build_debug_log(
        settings.paths.logs / "debug.jsonl",
        clock,
        within=settings.paths.root,
        redact=settings.environment.redact,
    )
    return CompositeEventSink((*sinks, StructlogEventSink(logger)))


def _reports() -> ReportWriter:
    from questfoundry.infra.export.report import ReportFiles

    return ReportFiles()


def _servers(
    settings: ProjectSettings, prompts: PromptRepository, closing: AsyncExitStack
) -> ToolSource | None:
    from questfoundry.composition.wiring.mcp_servers import connect_named_servers

    servers = connect_named_servers(settings, prompts)
    if servers is not None:
        closing.push_async_callback(servers.close)
    return servers


class ProjectAdapters:
    """The adapters of one project, as providers that create each adapter on first use.

    The event sink passes each event to all ``sinks``.
    """

    def __init__(self, settings: ProjectSettings, sinks: Sequence[EventSink] = ()) -> None:
        self.settings = providers.Object(settings)
        self.closing = providers.Singleton(_create_exit_stack)
        self.clock: providers.Provider[Clock] = providers.Singleton(SystemClock)
        self.prices = providers.Singleton(GenaiPriceBook)
        self.prompts = providers.Singleton(_prompts, self.settings)
        self.events = providers.Singleton(_events, self.settings, self.clock, tuple(sinks))
        self.database = providers.Singleton(open_database, self.settings, self.closing)
        self.store = providers.Singleton(store_in_folder, self.settings, self.database, self.clock)
        self.registry = providers.Singleton(stage_registry, self.prompts)
        self.library = LibraryContainer(
            settings=self.settings,
            database=self.database,
            store=self.store,
            events=self.events,
            clock=self.clock,
            closing=self.closing,
        )
        self.research = providers.Singleton(
            research_tools,
            self.settings,
            self.prompts,
            self.library.books,
            self.library.search_books.provider,
            self.closing,
        )
        self.source = providers.Callable(source_of, self.settings.provided.paths)
        self.export_folder = providers.Factory(export_folder, self.settings)
        self.exporters = providers.Singleton(story_exporters)
        self.laws = providers.Singleton(load_added_laws)
        self.identity = providers.Singleton(identity_of, self.settings)
        self.publication = providers.Callable(publication_of, self.settings)
        self.workspace = providers.Singleton(workspace_in_folder, self.settings)
        self.servers = providers.Singleton(_servers, self.settings, self.prompts, self.closing)
        self.reports = providers.Singleton(_reports)
        self.map_renderers = providers.Singleton(map_renderers)
