"""The wiring of a project: which adapter stands behind which protocol.

Every provider is made when first asked for. ``container.<name>.override(...)`` is the
seam for embedders and tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from dependency_injector import containers, providers

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.pipeline.preview import PreviewPromptUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.status import ProjectStatusUseCase
from questfoundry.app.project.restore import RestoreFilesUseCase
from questfoundry.app.project.runs import RunsUseCase
from questfoundry.app.project.show import ShowArtifactUseCase
from questfoundry.app.project.sync import SyncEditsUseCase
from questfoundry.app.project.undo import UndoUseCase
from questfoundry.app.shipping.find import FindExportUseCase
from questfoundry.app.shipping.ship import ShipUseCase
from questfoundry.app.stages.fill.stage import FILL
from questfoundry.app.stages.story_fold import woven_story
from questfoundry.app.store import ProjectStore
from questfoundry.app.story_map.draw_map import DrawMapUseCase
from questfoundry.app.story_map.story_map import MapRenderer
from questfoundry.app.structure.check_project import CheckProjectUseCase
from questfoundry.app.structure.inspect import InspectProjectUseCase
from questfoundry.app.writing.preview import PreviewPassageUseCase
from questfoundry.app.writing.rewrite import RewritePassageUseCase
from questfoundry.app.writing.write_story import WriteStory
from questfoundry.composition.default_model import find_default_model
from questfoundry.composition.exporters import story_exporters
from questfoundry.composition.library import LibraryContainer
from questfoundry.composition.model_choice import ModelChoice, choose_models
from questfoundry.composition.plugins import added_laws
from questfoundry.composition.provider_stack import phase_providers
from questfoundry.composition.research import research_tools
from questfoundry.composition.settings import ProjectSettings
from questfoundry.composition.stages import stage_registry
from questfoundry.domain.models.settings import Given
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import (
    Clock,
    EventSink,
    ExportFolder,
    PromptRepository,
    ReportWriter,
    StoryIdentity,
)
from questfoundry.infra.clock import SystemClock
from questfoundry.infra.prices import GenaiPriceBook
from questfoundry.infra.storage.database import Database
from questfoundry.infra.telemetry.composite import CompositeEventSink


def _closing() -> AsyncExitStack:
    return AsyncExitStack()


def _database(settings: ProjectSettings, closing: AsyncExitStack) -> Database:
    database = Database(settings.paths.database)
    closing.callback(database.close)
    return database


def _store(settings: ProjectSettings, database: Database, clock: Clock) -> ProjectStore:
    from questfoundry.infra.storage.project_lock import FileProjectLock
    from questfoundry.infra.storage.sqlite_artifacts import SqliteArtifactRepository
    from questfoundry.infra.storage.sqlite_conversations import (
        SqliteChatMessageRepository,
        SqliteConversationRepository,
    )
    from questfoundry.infra.storage.sqlite_journal import SqliteJournal
    from questfoundry.infra.storage.sqlite_runs import SqliteRunRepository
    from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles

    return ProjectStore(
        artifacts=SqliteArtifactRepository(database),
        files=YamlArtifactFiles(settings.paths.artifacts),
        runs=SqliteRunRepository(database),
        journal=SqliteJournal(database),
        conversations=SqliteConversationRepository(database),
        messages=SqliteChatMessageRepository(database),
        lock=FileProjectLock(settings.paths.root, clock=clock),
    )


def _prompts(settings: ProjectSettings) -> PromptRepository:
    from questfoundry.infra.prompts.jinja import JinjaPromptRepository

    return JinjaPromptRepository(settings.prompt_folders())


def _events(settings: ProjectSettings, clock: Clock, sinks: Sequence[EventSink]) -> EventSink:
    if not settings.logging:
        return CompositeEventSink(sinks)
    from questfoundry.infra.telemetry.events import StructlogEventSink, debug_log

    logger = debug_log(settings.paths.logs / "debug.jsonl", clock)
    return CompositeEventSink((*sinks, StructlogEventSink(logger)))


def _choice(
    settings: ProjectSettings, flags: Given, store: ProjectStore, resume: str | None
) -> ModelChoice:
    return choose_models(
        settings,
        flags=flags,
        runs=store.runs,
        resume=resume,
        default_model=find_default_model,
    )


def _providers(
    choice: ModelChoice,
    settings: ProjectSettings,
    prompts: PromptRepository,
    store: ProjectStore,
    clock: Clock,
    events: EventSink,
    closing: AsyncExitStack,
) -> PhaseProviders:
    made = phase_providers(
        choice,
        settings=settings,
        prompts=prompts,
        journal=store.journal,
        clock=clock,
        events=events,
    )
    for provider in (*(made.of(phase) for phase in Phase), made.review):
        if provider is not None:
            closing.push_async_callback(provider.close)
    return made


def _passages_at_once(choice: ModelChoice, settings: ProjectSettings) -> int:
    most = settings.file.limits.concurrency
    return min(most, choice.traits[Phase.DISCUSS].capabilities.concurrency or most)


def _export_folder(settings: ProjectSettings, elsewhere: Path | None = None) -> ExportFolder:
    from questfoundry.infra.storage.export_folder import FileExportFolder

    return FileExportFolder(elsewhere or settings.paths.exports)


def _identity(settings: ProjectSettings) -> StoryIdentity:
    from questfoundry.infra.storage.project_identity import ProjectFileIdentity

    return ProjectFileIdentity(settings.paths.settings)


def _reports() -> ReportWriter:
    from questfoundry.infra.export.report import ReportFiles

    return ReportFiles()


def _map_renderers() -> Sequence[MapRenderer]:
    from questfoundry.infra.story_map.dot import DotMapRenderer
    from questfoundry.infra.story_map.graphviz import GraphvizMapRenderer
    from questfoundry.infra.story_map.mermaid import MermaidMapRenderer

    dot = DotMapRenderer()
    return GraphvizMapRenderer(dot), MermaidMapRenderer(), dot


class ProjectContainer(containers.DeclarativeContainer):
    """Everything for one project folder; made by :func:`open_project`."""

    settings = providers.Dependency(instance_of=ProjectSettings)
    flags = providers.Object(Given())
    resume: providers.Object[str | None] = providers.Object(None)
    sinks = providers.Object(())

    closing = providers.Singleton(_closing)
    clock = providers.Singleton(SystemClock)
    prices = providers.Singleton(GenaiPriceBook)
    prompts = providers.Singleton(_prompts, settings)
    events = providers.Singleton(_events, settings, clock, sinks)
    database = providers.Singleton(_database, settings, closing)
    store = providers.Singleton(_store, settings, database, clock)
    library = providers.Container(
        LibraryContainer,
        settings=settings,
        database=database,
        lock=store.provided.lock,
        events=events,
        clock=clock,
        closing=closing,
    )
    registry = providers.Singleton(stage_registry, prompts)
    choice = providers.Singleton(_choice, settings, flags, store, resume)
    phase_providers = providers.Singleton(
        _providers, choice, settings, prompts, store, clock, events, closing
    )
    research = providers.Singleton(
        research_tools, settings, prompts, library.books, library.search_books.provider, closing
    )

    export_folder = providers.Factory(_export_folder, settings)
    exporters = providers.Singleton(story_exporters)
    laws = providers.Singleton(added_laws)
    identity = providers.Singleton(_identity, settings)
    reports = providers.Singleton(_reports)

    write_story = providers.Factory(
        WriteStory,
        store=store,
        prompts=prompts,
        events=events,
        concurrency=providers.Callable(_passages_at_once, choice, settings),
    )
    run_stage = providers.Factory(
        RunStageUseCase,
        registry=registry,
        store=store,
        providers=phase_providers,
        prompts=prompts,
        events=events,
        clock=clock,
        prices=prices,
        completions=providers.Dict({FILL: write_story}),
    )
    sync_edits = providers.Factory(
        SyncEditsUseCase, registry=registry, store=store, prompts=prompts, clock=clock
    )
    status = providers.Factory(
        ProjectStatusUseCase, registry=registry, store=store, exports=export_folder
    )
    check = providers.Factory(
        CheckProjectUseCase, registry=registry, store=store, prompts=prompts, laws=laws
    )
    inspect = providers.Factory(InspectProjectUseCase, registry=registry, store=store)
    woven_story = providers.Factory(
        woven_story, registry=registry, artifacts=store.provided.artifacts
    )
    map_renderers = providers.Singleton(_map_renderers)
    draw_map = providers.Factory(DrawMapUseCase, renderers=map_renderers)
    show = providers.Factory(ShowArtifactUseCase, registry=registry, store=store)
    undo = providers.Factory(UndoUseCase, store=store)
    restore_files = providers.Factory(RestoreFilesUseCase, store=store)
    runs = providers.Factory(RunsUseCase, store=store, prices=prices)
    preview = providers.Factory(
        PreviewPromptUseCase,
        registry=registry,
        store=store,
        providers=phase_providers,
        prompts=prompts,
        events=events,
        research=research,
    )
    preview_passage = providers.Factory(
        PreviewPassageUseCase,
        registry=registry,
        store=store,
        providers=phase_providers,
        prompts=prompts,
    )
    rewrite = providers.Factory(
        RewritePassageUseCase,
        registry=registry,
        store=store,
        providers=phase_providers,
        prompts=prompts,
        events=events,
        clock=clock,
        prices=prices,
    )
    ship = providers.Factory(
        ShipUseCase,
        registry=registry,
        store=store,
        prices=prices,
        exporters=exporters,
        laws=laws,
        reports=reports,
        identity=identity,
        folder=export_folder,
        language=settings.provided.file.language,
    )
    find_export = providers.Factory(FindExportUseCase, folder=export_folder)
