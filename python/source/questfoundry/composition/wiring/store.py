"""Build the store of a project from its database, its files and its lock."""

from questfoundry.app.store import ProjectStore
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.runs import ProjectLock
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles


def build_store(database: SqlDatabase, files: ProjectFiles, lock: ProjectLock) -> ProjectStore:
    """Return the store of the project to which ``database``, ``files`` and ``lock`` belong."""
    return ProjectStore(
        artifacts=SqlArtifactRepository(database),
        files=YamlArtifactFiles(files),
        runs=SqlRunRepository(database),
        journal=SqlJournal(database),
        conversations=SqlConversationRepository(database),
        messages=SqlChatMessageRepository(database),
        lock=lock,
    )
