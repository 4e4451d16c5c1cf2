"""The store contracts, run by the stores on disk and by those in memory."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from questfoundry import testing
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.chunk_index import PostgresChunkIndex
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.postgres.lock import PostgresProjectLock
from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.project_lock import FileProjectLock
from questfoundry.infra.storage.sql import SqlDatabase
from questfoundry.infra.storage.sql_artifacts import SqlArtifactRepository
from questfoundry.infra.storage.sql_books import SqlBookRepository, SqlChunkRepository
from questfoundry.infra.storage.sql_conversations import (
    SqlChatMessageRepository,
    SqlConversationRepository,
)
from questfoundry.infra.storage.sql_journal import SqlJournal
from questfoundry.infra.storage.sql_runs import SqlRunRepository
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from tests.support.small_model import SharedWords


@pytest.fixture(params=["in-memory", "on-disk", "postgres"])
def database(request, tmp_path: Path) -> Iterator[SqlDatabase | None]:
    """Yield the database of the stores; ``None`` for stores in memory."""
    match request.param:
        case "in-memory":
            yield None
        case "on-disk":
            with closing(Database(tmp_path / "story.db")) as database:
                yield database
        case _:
            address = parse_address(request.getfixturevalue("postgres_project"))
            with closing(PostgresDatabase(address)) as database:
                yield database


@pytest.fixture(params=["in-memory", "on-disk"])
def on_disk(request) -> bool:
    return request.param == "on-disk"


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "story.db")) as database:
        yield database


class TestJournal(testing.JournalContract):
    @pytest.fixture
    def journal(self, database: SqlDatabase | None):
        return SqlJournal(database) if database else testing.InMemoryJournal()


class TestRunRepository(testing.RunRepositoryContract):
    @pytest.fixture
    def runs(self, database: SqlDatabase | None):
        return SqlRunRepository(database) if database else testing.InMemoryRunRepository()


class TestArtifactRepository(testing.ArtifactRepositoryContract):
    @pytest.fixture
    def artifacts(self, database: SqlDatabase | None):
        return SqlArtifactRepository(database) if database else testing.InMemoryArtifactRepository()


@pytest.fixture
def project_files(database: SqlDatabase | None, tmp_path: Path):
    match database:
        case None:
            return testing.InMemoryProjectFiles()
        case PostgresDatabase():
            return PostgresProjectFiles(database)
        case _:
            return FolderProjectFiles(tmp_path / "story")


class TestProjectFiles(testing.ProjectFilesContract):
    @pytest.fixture
    def files(self, project_files):
        return project_files


class TestArtifactFiles(testing.ArtifactFilesContract):
    @pytest.fixture
    def files(self, project_files):
        return YamlArtifactFiles(project_files)


class TestConversations(testing.ConversationContract):
    @pytest.fixture
    def conversations(self, database: SqlDatabase | None):
        if database:
            return SqlConversationRepository(database)
        return testing.InMemoryConversationRepository()

    @pytest.fixture
    def messages(self, database: SqlDatabase | None, conversations):
        if database:
            return SqlChatMessageRepository(database)
        return testing.InMemoryChatMessageRepository(conversations)


class TestLibrary(testing.LibraryContract):
    @pytest.fixture
    def books(self, database: SqlDatabase | None):
        return SqlBookRepository(database) if database else testing.InMemoryBookRepository()

    @pytest.fixture
    def chunks(self, database: SqlDatabase | None, books):
        return SqlChunkRepository(database) if database else testing.InMemoryChunkRepository(books)


class TestChunkIndex(testing.ChunkIndexContract):
    books, chunks = TestLibrary.books, TestLibrary.chunks

    @pytest.fixture
    def index(self, database: SqlDatabase | None, books, tmp_path: Path):
        match database:
            case None:
                return testing.InMemoryChunkIndex(books)
            case Database():
                return HybridChunkIndex(
                    database, embeddings=SharedWords(), cache=tmp_path / "cache"
                )
            case _:
                return PostgresChunkIndex(
                    database, embeddings=SharedWords(), cache=tmp_path / "cache"
                )


class TestProjectLock(testing.ProjectLockContract):
    @pytest.fixture
    def lock(self, database: SqlDatabase | None, tmp_path: Path):
        match database:
            case PostgresDatabase():
                return PostgresProjectLock(database)
            case None:
                return testing.InMemoryProjectLock()
            case _:
                return FileProjectLock(tmp_path, clock=testing.ManualClock())
