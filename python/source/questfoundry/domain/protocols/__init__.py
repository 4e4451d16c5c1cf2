"""Define the ports: abstract interfaces that the domain and use cases need, one role per file."""

from questfoundry.domain.protocols.artifacts import ArtifactFiles, ArtifactRepository
from questfoundry.domain.protocols.assets import AssetSource
from questfoundry.domain.protocols.exporter import (
    ExportedFile,
    ExportFolder,
    ReportWriter,
    SourceFile,
    StoryExporter,
    StoryIdentity,
    StoryReader,
    StorySource,
)
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.protocols.library import (
    BookRepository,
    ChatMessageRepository,
    ConversationContextStrategy,
    ConversationRepository,
    RetrievalStrategy,
)
from questfoundry.domain.protocols.provider import (
    ChatModel,
    ChatProvider,
    EmbeddingProvider,
    PriceBook,
    PromptRepository,
    TextSink,
)
from questfoundry.domain.protocols.runs import (
    Approval,
    ApprovalAnswer,
    EventSink,
    Journal,
    ProjectLock,
    RunApproval,
    RunEstimate,
    RunExecutor,
    RunHandle,
    RunRepository,
    ToolApproval,
)
from questfoundry.domain.protocols.workspace import (
    Clock,
    ProjectWorkspace,
    Tool,
    ToolSource,
    WorkspacePath,
)

__all__ = [
    "Approval",
    "ApprovalAnswer",
    "ArtifactFiles",
    "ArtifactRepository",
    "AssetSource",
    "BookRepository",
    "ChatMessageRepository",
    "ChatModel",
    "ChatProvider",
    "Clock",
    "ConversationContextStrategy",
    "ConversationRepository",
    "EmbeddingProvider",
    "EventSink",
    "ExportFolder",
    "ExportedFile",
    "Journal",
    "PriceBook",
    "ProjectFiles",
    "ProjectLock",
    "ProjectWorkspace",
    "PromptRepository",
    "ReportWriter",
    "RetrievalStrategy",
    "RunApproval",
    "RunEstimate",
    "RunExecutor",
    "RunHandle",
    "RunRepository",
    "SourceFile",
    "StoryExporter",
    "StoryIdentity",
    "StoryReader",
    "StorySource",
    "TextSink",
    "Tool",
    "ToolApproval",
    "ToolSource",
    "WorkspacePath",
]
