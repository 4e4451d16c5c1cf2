"""The adapters of a project: implementations of the protocols, created on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.composition.settings.paths import SOURCE
from questfoundry.composition.wiring.lazy import Provided, factory, singleton, wire
from questfoundry.domain.errors import InputError, SettingsError

if TYPE_CHECKING:
    from questfoundry.app.stages.registry import StageRegistry
    from questfoundry.app.store import ProjectStore
    from questfoundry.app.story_map.story_map import MapRenderer
    from questfoundry.composition.settings.sections import ServerSettings
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.checks.law import AddedLaw
    from questfoundry.domain.protocols.exporter import (
        ExportFolder,
        ReportWriter,
        StoryExporter,
        StoryIdentity,
        StorySource,
    )
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.limits import CallSlots
    from questfoundry.domain.protocols.provider import PriceBook, PromptRepository
    from questfoundry.domain.protocols.runs import EventSink, ProjectLock
    from questfoundry.domain.protocols.translations import TranslationFormat
    from questfoundry.domain.protocols.workspace import Clock, ProjectWorkspace, ToolSource
    from questfoundry.domain.story.publication import Publication
    from questfoundry.infra.mcp.servers import Connect
    from questfoundry.infra.storage.database import Database
    from questfoundry.infra.storage.project_file import ProjectFileGoal
    from questfoundry.infra.storage.sql import SqlDatabase


class ProjectAdapters:
    """The adapters of one project, created on first use; each of ``sinks`` receives all events."""

    def __init__(self, settings: ProjectSettings, sinks: Sequence[EventSink] = ()) -> None:
        self.settings = providers.Object(settings)
        self.closing = providers.Object(AsyncExitStack())
        self._sinks = sinks

    clock: Provided[Clock] = wire("questfoundry.infra.clock:SystemClock", singleton)
    prices: Provided[PriceBook] = wire("questfoundry.infra.prices:GenaiPriceBook", singleton)
    reports: Provided[ReportWriter] = wire(
        "questfoundry.infra.export.markdown:ReportFiles", singleton
    )
    laws: Provided[Sequence[AddedLaw]] = wire(
        "questfoundry.infra.plugins:load_added_laws", singleton
    )
    registry: Provided[StageRegistry] = wire(
        "questfoundry.composition.registries.stages:stage_registry", singleton
    )
    exporters: Provided[Sequence[StoryExporter]] = wire(
        "questfoundry.composition.registries.formats:story_exporters", singleton
    )
    translation_formats: Provided[Mapping[str, TranslationFormat]] = wire(
        "questfoundry.composition.registries.formats:translation_formats", singleton
    )
    map_renderers: Provided[Sequence[MapRenderer]] = wire(
        "questfoundry.composition.registries.formats:map_renderers", singleton
    )
    publication: Provided[Publication] = wire(
        "questfoundry.composition.wiring.publication:publication_of"
    )

    @singleton
    def prompts(self) -> PromptRepository:
        from questfoundry.composition.registries.stages import load_added_stages
        from questfoundry.infra.prompts.jinja import JinjaPromptRepository

        added = (stage.prompts for stage in load_added_stages())
        return JinjaPromptRepository((*self.settings().prompt_folders(), *filter(None, added)))

    @singleton
    def events(self) -> EventSink:
        from questfoundry.infra.telemetry.events import CompositeEventSink

        settings, sinks = self.settings(), [*self._sinks]
        if settings.logging:
            sinks.append(_open_debug_log(settings, self.clock()))
        if settings.metrics:
            from questfoundry.infra.telemetry.metrics import MetricsEventSink

            sinks.append(MetricsEventSink(self.prices()))
        return CompositeEventSink(sinks)

    @singleton
    def call_slots(self) -> Callable[[str], CallSlots] | None:
        """Return a function from accounts to slots that machines share; ``None`` on one machine."""
        return None

    @singleton
    def database(self) -> Database:
        from questfoundry.infra.storage.database import Database
        from questfoundry.infra.storage.trust_memory import register_own_database

        paths = self.settings().paths
        database = Database(
            paths.database, before_creation=partial(register_own_database, paths.root)
        )
        self.closing().callback(database.close)
        return database

    @singleton
    def store(self) -> ProjectStore:
        from questfoundry.infra.storage.project_lock import FileProjectLock

        settings = self.settings()
        lock = FileProjectLock(settings.paths.root, clock=self.clock())
        return build_store(self.database(), settings.files, lock)

    @factory
    def source(self) -> StorySource | None:
        """Return the project's imported story, or ``None`` if there is no file in ``source/``."""
        files = self.settings().files
        if not (files.names(SOURCE) or files.links(SOURCE)):
            return None
        from questfoundry.composition.registries.formats import open_story_source

        return open_story_source(files)

    def _require_source(self) -> StorySource:
        source = self.source()
        if source is None:
            raise InputError("This project contains no imported story. Import one first.")
        return source

    @factory
    def export_folder(self, elsewhere: Path | None = None, language: str = "") -> ExportFolder:
        """Return the folder for exports: ``elsewhere`` if given, else the project's own.

        Exports of a translation to ``language`` have their own folder in it.
        """
        from questfoundry.infra.storage.folder_files import FolderProjectFiles
        from questfoundry.infra.storage.project_workspace import EXPORTS, FileExportFolder

        if elsewhere:
            return FileExportFolder(FolderProjectFiles(elsewhere), language)
        return FileExportFolder(
            self.settings().files, f"{EXPORTS}/{language}" if language else EXPORTS
        )

    @singleton
    def identity(self) -> StoryIdentity:
        from questfoundry.infra.storage.project_file import ProjectFileIdentity

        return ProjectFileIdentity(self.settings().files)

    @singleton
    def author_goal(self) -> ProjectFileGoal:
        from questfoundry.infra.storage.project_file import ProjectFileGoal

        return ProjectFileGoal(self.settings().files)

    @singleton
    def workspace(self) -> ProjectWorkspace:
        from questfoundry.infra.storage.project_workspace import FileProjectWorkspace

        return FileProjectWorkspace(self.settings().files)

    @singleton
    def servers(self) -> ToolSource | None:
        servers = connect_named_servers(self.settings(), self.prompts())
        if servers is not None:
            self.closing().push_async_callback(servers.close)
        return servers


def _open_debug_log(settings: ProjectSettings, clock: Clock) -> EventSink:
    from questfoundry.infra.telemetry.events import StructlogEventSink, build_debug_log

    logger = build_debug_log(
        settings.paths.logs / "debug.jsonl",
        clock,
        within=settings.paths.root,
        redact=settings.environment.redact,
    )
    return StructlogEventSink(logger)


def connect_named_servers(
    settings: ProjectSettings, prompts: PromptRepository
) -> ToolSource | None:
    """Return the tools of all configured servers, or ``None``; connect a server on first use."""
    if not settings.file.mcp_servers:
        return None
    require_sdk()
    from questfoundry.infra.mcp.servers import McpServers, NamedServer

    return McpServers(
        [
            NamedServer(
                name=name,
                connect=_build_connector(name, each, settings),
                reads=each.reads,
                changes=each.changes,
                seconds=each.timeout,
            )
            for name, each in settings.file.mcp_servers.items()
        ],
        prompts,
    )


def _build_connector(name: str, given: ServerSettings, settings: ProjectSettings) -> Connect:
    from questfoundry.infra.mcp.server_connections import connect_address, connect_process

    variables = settings.environment.variables
    wanted = (*given.env, *([given.key] if given.key else []))
    missing = [each for each in wanted if not variables.get(each)]
    if missing:
        raise SettingsError(
            f"mcp_servers.{name} in project.yaml needs the environment variable "
            f"{', '.join(missing)}, which is not set. Set it."
        )
    if given.url is not None:
        token = variables[given.key] if given.key else ""
        return partial(connect_address, given.url, token, given.timeout)
    env = {each: variables[each] for each in given.env}
    if settings.is_shared:  # The project has no folder of its own, but a program starts in one.
        settings.paths.root.mkdir(parents=True, exist_ok=True)
    return partial(connect_process, given.command, env, settings.paths.root)


def require_sdk() -> None:
    """Raise ``SettingsError`` if the MCP SDK is not installed."""
    try:
        import mcp as _sdk  # noqa: F401
    except ImportError as problem:
        raise SettingsError(
            f"The Model Context Protocol needs {problem.name}, which is not installed. Install it "
            "with: pip install 'questfoundry[mcp]'"
        ) from problem


def build_store(database: SqlDatabase, files: ProjectFiles, lock: ProjectLock) -> ProjectStore:
    """Return the store of the project to which ``database``, ``files`` and ``lock`` belong."""
    from questfoundry.app.store import ProjectStore
    from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
    from questfoundry.infra.storage.sql_conversations import (
        SqlChatMessageRepository,
        SqlConversationRepository,
    )
    from questfoundry.infra.storage.sql_journal import SqlJournal
    from questfoundry.infra.storage.sql_runs import SqlRunRepository
    from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles

    return ProjectStore(
        artifacts=SqlArtifactRepository(database),
        files=YamlArtifactFiles(files),
        runs=SqlRunRepository(database),
        journal=SqlJournal(database),
        conversations=SqlConversationRepository(database),
        messages=SqlChatMessageRepository(database),
        lock=lock,
    )
