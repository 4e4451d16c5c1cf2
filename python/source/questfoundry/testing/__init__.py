"""Provide tools for testing programs that embed QuestFoundry: fakes, contract suites, scripts.

There are fakes of the ports (interfaces), and a model and an author that follow a script. Contract
suites test what every adapter and every fake of a port must do. To use a suite, subclass it in a
test module, and add the fixtures that its docstring names. The suites need pytest, so they are
imported on first use. Helpers that only this project's own tests need (stories, servers, players of
exports) are in ``python/tests/support``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from questfoundry.testing.clock import ManualClock, RecordingEventSink
from questfoundry.testing.conversations import (
    InMemoryChatMessageRepository,
    InMemoryConversationRepository,
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
)
from questfoundry.testing.scripted import (
    ScriptedAuthor,
    ScriptedChatProvider,
    calls,
    calls_all,
    says,
)
from questfoundry.testing.workspace import (
    InMemoryExportFolder,
    InMemoryIdentity,
    InMemoryProjectWorkspace,
)

if TYPE_CHECKING:
    from questfoundry.testing.contracts.artifacts import (
        ArtifactFilesContract,
        ArtifactRepositoryContract,
    )
    from questfoundry.testing.contracts.chat_provider import ChatProviderContract
    from questfoundry.testing.contracts.chunk_index import ChunkIndexContract
    from questfoundry.testing.contracts.conversations import ConversationContract
    from questfoundry.testing.contracts.journal import JournalContract
    from questfoundry.testing.contracts.library import LibraryContract
    from questfoundry.testing.contracts.reading import (
        BookFilesContract,
        BookParserContract,
        ConversationContextContract,
        RetrievalStrategyContract,
        TextChunkerContract,
    )
    from questfoundry.testing.contracts.runs import ProjectLockContract, RunRepositoryContract
    from questfoundry.testing.contracts.shipping import (
        ExportFolderContract,
        ReportWriterContract,
        StoryExporterContract,
        StoryIdentityContract,
        StoryReaderContract,
        StorySourceContract,
    )
    from questfoundry.testing.contracts.studio import (
        ApprovalContract,
        ProjectWorkspaceContract,
        RunExecutorContract,
    )
    from questfoundry.testing.contracts.world import (
        ClockContract,
        EmbeddingProviderContract,
        EventSinkContract,
        PriceBookContract,
        PromptRepositoryContract,
        ToolContract,
        ToolSourceContract,
    )

_MODULES = {
    "artifacts": "ArtifactFilesContract ArtifactRepositoryContract",
    "chat_provider": "ChatProviderContract",
    "chunk_index": "ChunkIndexContract",
    "conversations": "ConversationContract",
    "journal": "JournalContract",
    "library": "LibraryContract",
    "reading": "BookFilesContract BookParserContract ConversationContextContract "
    "RetrievalStrategyContract TextChunkerContract",
    "runs": "ProjectLockContract RunRepositoryContract",
    "shipping": "ExportFolderContract ReportWriterContract StoryExporterContract "
    "StoryIdentityContract StoryReaderContract StorySourceContract",
    "studio": "ApprovalContract ProjectWorkspaceContract RunExecutorContract",
    "world": "ClockContract EmbeddingProviderContract EventSinkContract PriceBookContract "
    "PromptRepositoryContract ToolContract ToolSourceContract",
}
"""The names of the suites in each module of ``contracts``."""

__all__ = [
    "ApprovalContract",
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
    "InMemoryProjectWorkspace",
    "InMemoryRunRepository",
    "JournalContract",
    "LibraryContract",
    "ManualClock",
    "PriceBookContract",
    "ProjectLockContract",
    "ProjectWorkspaceContract",
    "PromptRepositoryContract",
    "RecordingEventSink",
    "ReportWriterContract",
    "RetrievalStrategyContract",
    "RunExecutorContract",
    "RunRepositoryContract",
    "ScriptedAuthor",
    "ScriptedChatProvider",
    "StoryExporterContract",
    "StoryIdentityContract",
    "StoryReaderContract",
    "StorySourceContract",
    "TextChunkerContract",
    "ToolContract",
    "ToolSourceContract",
    "calls",
    "calls_all",
    "says",
]


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names.split():
            return getattr(import_module(f"{__name__}.contracts.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
