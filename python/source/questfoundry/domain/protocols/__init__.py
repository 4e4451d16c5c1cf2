"""Define the ports: abstract interfaces that the domain and use cases need, one role per file."""

from questfoundry.domain.protocols.approval import (
    Approval,
    ApprovalAnswer,
    RunApproval,
    RunEstimate,
    ToolApproval,
)
from questfoundry.domain.protocols.artifacts import ArtifactFiles, ArtifactRepository
from questfoundry.domain.protocols.chat_provider import ChatModel, ChatProvider, TextSink
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.context import ConversationContextStrategy
from questfoundry.domain.protocols.conversations import (
    ChatMessageRepository,
    ConversationRepository,
)
from questfoundry.domain.protocols.embeddings import EmbeddingProvider
from questfoundry.domain.protocols.events import EventSink
from questfoundry.domain.protocols.executor import RunExecutor, RunHandle
from questfoundry.domain.protocols.exporter import (
    ExportedFile,
    ReportWriter,
    SourceFile,
    StoryExporter,
    StoryReader,
    StorySource,
)
from questfoundry.domain.protocols.exports import ExportFolder, StoryIdentity
from questfoundry.domain.protocols.journal import Journal
from questfoundry.domain.protocols.library import BookRepository, RetrievalStrategy
from questfoundry.domain.protocols.lock import ProjectLock
from questfoundry.domain.protocols.prices import PriceBook
from questfoundry.domain.protocols.prompts import PromptRepository
from questfoundry.domain.protocols.runs import RunRepository
from questfoundry.domain.protocols.tool import Tool, ToolSource
from questfoundry.domain.protocols.workspace import ProjectWorkspace, WorkspacePath

__all__ = [
    "Approval",
    "ApprovalAnswer",
    "ArtifactFiles",
    "ArtifactRepository",
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
