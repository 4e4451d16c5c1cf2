"""The store contracts, run by the stores on disk and by those in memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from questfoundry import testing
from questfoundry.infra.search.hybrid import HybridChunkIndex
from questfoundry.infra.storage.database import Database
from questfoundry.infra.storage.folder_files import FolderProjectFiles
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
from tests.support.small_model import SharedWords


@pytest.fixture(params=["in-memory", "on-disk"])
def on_disk(request) -> bool:
    return request.param == "on-disk"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "story.db")
    yield database
    database.close()


class TestJournal(testing.JournalContract):
    @pytest.fixture
    def journal(self, on_disk: bool, database: Database):
        return SqliteJournal(database) if on_disk else testing.InMemoryJournal()


class TestRunRepository(testing.RunRepositoryContract):
    @pytest.fixture
    def runs(self, on_disk: bool, database: Database):
        return SqliteRunRepository(database) if on_disk else testing.InMemoryRunRepository()


class TestArtifactRepository(testing.ArtifactRepositoryContract):
    @pytest.fixture
    def artifacts(self, on_disk: bool, database: Database):
        return (
            SqliteArtifactRepository(database) if on_disk else testing.InMemoryArtifactRepository()
        )


class TestArtifactFiles(testing.ArtifactFilesContract):
    @pytest.fixture
    def files(self, on_disk: bool, tmp_path: Path):
        return (
            YamlArtifactFiles(tmp_path / "artifacts")
            if on_disk
            else testing.InMemoryArtifactFiles()
        )


class TestProjectFiles(testing.ProjectFilesContract):
    @pytest.fixture
    def files(self, on_disk: bool, tmp_path: Path):
        return FolderProjectFiles(tmp_path / "story") if on_disk else testing.InMemoryProjectFiles()


class TestConversations(testing.ConversationContract):
    @pytest.fixture
    def conversations(self, on_disk: bool, database: Database):
        if on_disk:
            return SqliteConversationRepository(database)
        return testing.InMemoryConversationRepository()

    @pytest.fixture
    def messages(self, on_disk: bool, database: Database, conversations):
        if on_disk:
            return SqliteChatMessageRepository(database)
        return testing.InMemoryChatMessageRepository(conversations)


class TestLibrary(testing.LibraryContract):
    @pytest.fixture
    def books(self, on_disk: bool, database: Database):
        return SqliteBookRepository(database) if on_disk else testing.InMemoryBookRepository()

    @pytest.fixture
    def chunks(self, on_disk: bool, database: Database, books):
        return (
            SqliteChunkRepository(database) if on_disk else testing.InMemoryChunkRepository(books)
        )


class TestChunkIndex(testing.ChunkIndexContract):
    books, chunks = TestLibrary.books, TestLibrary.chunks

    @pytest.fixture
    def index(self, on_disk: bool, database: Database, books, tmp_path: Path):
        if on_disk:
            return HybridChunkIndex(database, embeddings=SharedWords(), cache=tmp_path / "cache")
        return testing.InMemoryChunkIndex(books)


class TestProjectLock(testing.ProjectLockContract):
    @pytest.fixture
    def lock(self, on_disk: bool, tmp_path: Path):
        return (
            FileProjectLock(tmp_path, clock=testing.ManualClock())
            if on_disk
            else testing.InMemoryProjectLock()
        )
