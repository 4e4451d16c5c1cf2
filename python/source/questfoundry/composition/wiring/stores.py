"""The stores of a project, in its folder or in memory."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from questfoundry.app.store import ProjectStore
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.domain.protocols import Clock, ExportFolder, ProjectWorkspace, StoryIdentity
from questfoundry.infra.storage.database import Database


def open_database(settings: ProjectSettings, closing: AsyncExitStack) -> Database:
    """Open ``story.db``; ``closing`` closes the database."""
    database = Database(settings.paths.database)
    closing.callback(database.close)
    return database


def store_in_folder(settings: ProjectSettings, database: Database, clock: Clock) -> ProjectStore:
    """Return the repositories of ``story.db`` and the files in the project folder."""
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
        files=YamlArtifactFiles(settings.paths.artifacts, within=settings.paths.root),
        runs=SqliteRunRepository(database),
        journal=SqliteJournal(database),
        conversations=SqliteConversationRepository(database),
        messages=SqliteChatMessageRepository(database),
        lock=FileProjectLock(settings.paths.root, clock=clock),
    )


def export_folder(settings: ProjectSettings, elsewhere: Path | None = None) -> ExportFolder:
    """Return the project's export folder, or the export folder at ``elsewhere``."""
    from questfoundry.infra.storage.export_folder import FileExportFolder

    return (
        FileExportFolder(elsewhere)
        if elsewhere
        else FileExportFolder(settings.paths.exports, within=settings.paths.root)
    )


def identity_of(settings: ProjectSettings) -> StoryIdentity:
    """Return the story's identity (its IFID), stored in ``project.yaml``."""
    from questfoundry.infra.storage.project_identity import ProjectFileIdentity

    return ProjectFileIdentity(settings.paths.settings)


def workspace_in_folder(settings: ProjectSettings) -> ProjectWorkspace:
    """Return the studio's workspace in the project folder."""
    from questfoundry.infra.storage.project_workspace import FileProjectWorkspace

    return FileProjectWorkspace(settings.paths.root)


def store_in_memory() -> ProjectStore:
    """Return new in-memory repositories."""
    from questfoundry.testing import conversations as talks
    from questfoundry.testing import memory

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
