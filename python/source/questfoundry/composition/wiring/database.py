"""Open a project in PostgreSQL. Needs the extra ``database``, which is imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questfoundry.app.store import ProjectStore
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.lock import PostgresProjectLock
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository

if TYPE_CHECKING:
    from questfoundry.domain.protocols.artifacts import ArtifactFiles


def open_database(address: str, *, tenant: str = "default") -> PostgresDatabase:
    """Return the database of the project at ``address``, such as ``postgresql://host/db/my-story``.

    The first use connects. Raise ``InputError`` if ``address`` names no project.
    """
    return PostgresDatabase(parse_address(address, tenant=tenant))


def open_store(database: PostgresDatabase, *, files: ArtifactFiles) -> ProjectStore:
    """Return the store of a project whose artifact files are in ``files``."""
    return ProjectStore(
        artifacts=SqlArtifactRepository(database),
        files=files,
        runs=SqlRunRepository(database),
        journal=SqlJournal(database),
        conversations=SqlConversationRepository(database),
        messages=SqlChatMessageRepository(database),
        lock=PostgresProjectLock(database),
    )
