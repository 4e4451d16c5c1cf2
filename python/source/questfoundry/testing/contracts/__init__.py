"""Contract suites: subclass one in a test module, and give it the fixtures that it names.

Each says what every adapter and every fake of a port must do.
"""

from questfoundry.testing.contracts.artifact_files import ArtifactFilesContract
from questfoundry.testing.contracts.artifacts import ArtifactRepositoryContract
from questfoundry.testing.contracts.chat_provider import ChatProviderContract
from questfoundry.testing.contracts.chunk_index import ChunkIndexContract
from questfoundry.testing.contracts.conversations import ConversationContract
from questfoundry.testing.contracts.embeddings import EmbeddingProviderContract
from questfoundry.testing.contracts.journal import JournalContract
from questfoundry.testing.contracts.library import LibraryContract
from questfoundry.testing.contracts.lock import ProjectLockContract
from questfoundry.testing.contracts.reading import (
    BookFilesContract,
    BookParserContract,
    ConversationContextContract,
    RetrievalStrategyContract,
    TextChunkerContract,
)
from questfoundry.testing.contracts.runs import RunRepositoryContract
from questfoundry.testing.contracts.shipping import (
    ExportFolderContract,
    ReportWriterContract,
    StoryExporterContract,
    StoryIdentityContract,
    StoryReaderContract,
)
from questfoundry.testing.contracts.tool import ToolContract
from questfoundry.testing.contracts.world import (
    ClockContract,
    EventSinkContract,
    PriceBookContract,
    PromptRepositoryContract,
)

__all__ = [
    "ArtifactFilesContract",
    "ArtifactRepositoryContract",
    "BookFilesContract",
    "BookParserContract",
    "ChatProviderContract",
    "ChunkIndexContract",
    "ClockContract",
    "ConversationContextContract",
    "ConversationContract",
    "EmbeddingProviderContract",
    "EventSinkContract",
    "ExportFolderContract",
    "JournalContract",
    "LibraryContract",
    "PriceBookContract",
    "ProjectLockContract",
    "PromptRepositoryContract",
    "ReportWriterContract",
    "RetrievalStrategyContract",
    "RunRepositoryContract",
    "StoryExporterContract",
    "StoryIdentityContract",
    "StoryReaderContract",
    "TextChunkerContract",
    "ToolContract",
]
