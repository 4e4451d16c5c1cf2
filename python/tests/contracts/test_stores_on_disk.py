"""story.db, the YAML files and the lock file keep the contracts of their ports."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.project_lock import FileProjectLock
from questfoundry.infra.storage.sqlite_artifacts import SqliteArtifactRepository
from questfoundry.infra.storage.sqlite_books import SqliteBookRepository, SqliteChunkRepository
from questfoundry.infra.storage.sqlite_conversations import (
    SqliteChatMessageRepository,
    SqliteConversationRepository,
)
from questfoundry.infra.storage.sqlite_journal import SqliteJournal
from questfoundry.infra.storage.sqlite_runs import SqliteRunRepository
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from questfoundry.testing.contracts.artifact_files import ArtifactFilesContract
from questfoundry.testing.contracts.artifacts import ArtifactRepositoryContract
from questfoundry.testing.contracts.chunk_index import ChunkIndexContract
from questfoundry.testing.contracts.conversations import ConversationContract
from questfoundry.testing.contracts.journal import JournalContract
from questfoundry.testing.contracts.library import LibraryContract
from questfoundry.testing.contracts.lock import ProjectLockContract
from questfoundry.testing.contracts.runs import RunRepositoryContract
from questfoundry.testing.memory import ManualClock
from tests.support.small_model import SharedWords


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "story.db")
    yield database
    database.close()


class TestSqliteJournal(JournalContract):
    @pytest.fixture
    def journal(self, database: Database) -> SqliteJournal:
        return SqliteJournal(database)


class TestSqliteRunRepository(RunRepositoryContract):
    @pytest.fixture
    def runs(self, database: Database) -> SqliteRunRepository:
        return SqliteRunRepository(database)


class TestSqliteArtifactRepository(ArtifactRepositoryContract):
    @pytest.fixture
    def artifacts(self, database: Database) -> SqliteArtifactRepository:
        return SqliteArtifactRepository(database)


class TestSqliteConversations(ConversationContract):
    @pytest.fixture
    def conversations(self, database: Database) -> SqliteConversationRepository:
        return SqliteConversationRepository(database)

    @pytest.fixture
    def messages(self, database: Database) -> SqliteChatMessageRepository:
        return SqliteChatMessageRepository(database)


class _SqliteLibrary:
    @pytest.fixture
    def books(self, database: Database) -> SqliteBookRepository:
        return SqliteBookRepository(database)

    @pytest.fixture
    def chunks(self, database: Database) -> SqliteChunkRepository:
        return SqliteChunkRepository(database)


class TestSqliteLibrary(_SqliteLibrary, LibraryContract):
    pass


class TestHybridChunkIndex(_SqliteLibrary, ChunkIndexContract):
    @pytest.fixture
    def index(self, database: Database, tmp_path: Path) -> HybridChunkIndex:
        return HybridChunkIndex(database, embeddings=SharedWords(), cache=tmp_path / "cache")


class TestYamlArtifactFiles(ArtifactFilesContract):
    @pytest.fixture
    def files(self, tmp_path: Path) -> YamlArtifactFiles:
        return YamlArtifactFiles(tmp_path / "artifacts")


class TestFileProjectLock(ProjectLockContract):
    @pytest.fixture
    def lock(self, tmp_path: Path) -> FileProjectLock:
        return FileProjectLock(tmp_path, clock=ManualClock())
