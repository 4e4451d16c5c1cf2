"""The stores that embedders test with keep the same contracts as those on disk."""

import pytest

from questfoundry.testing.contracts.artifact_files import ArtifactFilesContract
from questfoundry.testing.contracts.artifacts import ArtifactRepositoryContract
from questfoundry.testing.contracts.chunk_index import ChunkIndexContract
from questfoundry.testing.contracts.conversations import ConversationContract
from questfoundry.testing.contracts.journal import JournalContract
from questfoundry.testing.contracts.library import LibraryContract
from questfoundry.testing.contracts.lock import ProjectLockContract
from questfoundry.testing.contracts.runs import RunRepositoryContract
from questfoundry.testing.conversations import (
    InMemoryChatMessageRepository,
    InMemoryConversationRepository,
)
from questfoundry.testing.library import (
    InMemoryBookRepository,
    InMemoryChunkIndex,
    InMemoryChunkRepository,
)
from questfoundry.testing.memory import (
    InMemoryArtifactFiles,
    InMemoryArtifactRepository,
    InMemoryJournal,
    InMemoryProjectLock,
    InMemoryRunRepository,
)


class TestInMemoryJournal(JournalContract):
    @pytest.fixture
    def journal(self) -> InMemoryJournal:
        return InMemoryJournal()


class TestInMemoryRunRepository(RunRepositoryContract):
    @pytest.fixture
    def runs(self) -> InMemoryRunRepository:
        return InMemoryRunRepository()


class TestInMemoryArtifactRepository(ArtifactRepositoryContract):
    @pytest.fixture
    def artifacts(self) -> InMemoryArtifactRepository:
        return InMemoryArtifactRepository()


class TestInMemoryArtifactFiles(ArtifactFilesContract):
    @pytest.fixture
    def files(self) -> InMemoryArtifactFiles:
        return InMemoryArtifactFiles()


class TestInMemoryConversations(ConversationContract):
    @pytest.fixture
    def conversations(self) -> InMemoryConversationRepository:
        return InMemoryConversationRepository()

    @pytest.fixture
    def messages(
        self, conversations: InMemoryConversationRepository
    ) -> InMemoryChatMessageRepository:
        return InMemoryChatMessageRepository(conversations)


class _InMemoryLibrary:
    @pytest.fixture
    def books(self) -> InMemoryBookRepository:
        return InMemoryBookRepository()

    @pytest.fixture
    def chunks(self, books: InMemoryBookRepository) -> InMemoryChunkRepository:
        return InMemoryChunkRepository(books)


class TestInMemoryLibrary(_InMemoryLibrary, LibraryContract):
    pass


class TestInMemoryChunkIndex(_InMemoryLibrary, ChunkIndexContract):
    @pytest.fixture
    def index(self, books: InMemoryBookRepository) -> InMemoryChunkIndex:
        return InMemoryChunkIndex(books)


class TestInMemoryProjectLock(ProjectLockContract):
    @pytest.fixture
    def lock(self) -> InMemoryProjectLock:
        return InMemoryProjectLock()
