"""What embedders test with: fakes of the ports, contract suites, a scripted model and author.

Here is what a program that uses QuestFoundry, or adds an adapter to it, needs to test itself.
What only this project's own suite needs (stories, servers, players of exports) is in
``python/tests/support``. A suite (``...Contract``) wants pytest, and is imported when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from questfoundry.testing.conversations import (
    InMemoryChatMessageRepository,
    InMemoryConversationRepository,
)
from questfoundry.testing.exports import (
    InMemoryExportFolder,
    InMemoryIdentity,
)
from questfoundry.testing.library import (
    InMemoryBookFiles,
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
    ManualClock,
    RecordingEventSink,
)
from questfoundry.testing.scripted import (
    ScriptedAuthor,
    ScriptedChatProvider,
    calls,
    calls_all,
    says,
)

if TYPE_CHECKING:
    from questfoundry.testing.contracts import (
        ArtifactFilesContract,
        ArtifactRepositoryContract,
        BookFilesContract,
        BookParserContract,
        ChatProviderContract,
        ChunkIndexContract,
        ClockContract,
        ConversationContextContract,
        ConversationContract,
        EmbeddingProviderContract,
        EventSinkContract,
        ExportFolderContract,
        JournalContract,
        LibraryContract,
        PriceBookContract,
        ProjectLockContract,
        PromptRepositoryContract,
        ReportWriterContract,
        RetrievalStrategyContract,
        RunRepositoryContract,
        StoryExporterContract,
        StoryIdentityContract,
        StoryReaderContract,
        TextChunkerContract,
        ToolContract,
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
    "InMemoryArtifactFiles",
    "InMemoryArtifactRepository",
    "InMemoryBookFiles",
    "InMemoryBookRepository",
    "InMemoryChatMessageRepository",
    "InMemoryChunkIndex",
    "InMemoryChunkRepository",
    "InMemoryConversationRepository",
    "InMemoryExportFolder",
    "InMemoryIdentity",
    "InMemoryJournal",
    "InMemoryProjectLock",
    "InMemoryRunRepository",
    "JournalContract",
    "LibraryContract",
    "ManualClock",
    "PriceBookContract",
    "ProjectLockContract",
    "PromptRepositoryContract",
    "RecordingEventSink",
    "ReportWriterContract",
    "RetrievalStrategyContract",
    "RunRepositoryContract",
    "ScriptedAuthor",
    "ScriptedChatProvider",
    "StoryExporterContract",
    "StoryIdentityContract",
    "StoryReaderContract",
    "TextChunkerContract",
    "ToolContract",
    "calls",
    "calls_all",
    "says",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.contracts"), name)
