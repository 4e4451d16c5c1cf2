from .app.books.chat import ChatWithBookUseCase as ChatWithBookUseCase
from .app.pipeline.run_pipeline import (
    Decision as Decision,
)
from .app.pipeline.run_pipeline import (
    PipelineResult as PipelineResult,
)
from .app.pipeline.run_pipeline import (
    Rerun as Rerun,
)
from .app.pipeline.run_pipeline import (
    Reviewer as Reviewer,
)
from .app.pipeline.stage_result import StageResult as StageResult
from .app.run.models import ModelSource as ModelSource
from .app.run.models import PhaseProviders as PhaseProviders
from .app.runs.team import Agent as Agent
from .app.session.session import InteractiveSession as InteractiveSession
from .app.stages.section import Section as Section
from .app.stages.stage import ArtifactStage as ArtifactStage
from .composition.project.conversation import (
    ConversationResult as ConversationResult,
)
from .composition.project.conversation import (
    ConversationRunner as ConversationRunner,
)
from .composition.project.orchestrator import PipelineOrchestrator as PipelineOrchestrator
from .composition.project.project import Project as Project
from .domain.answer.manifest import Manifest as Manifest
from .domain.chat.envelope import Envelope as Envelope
from .domain.chat.envelope import no_results as no_results
from .domain.chat.envelope import success as success
from .domain.chat.exchange import (
    ChatRequest as ChatRequest,
)
from .domain.chat.exchange import (
    ChatResponse as ChatResponse,
)
from .domain.chat.exchange import (
    FinishReason as FinishReason,
)
from .domain.chat.exchange import RequestSubject as RequestSubject
from .domain.chat.messages import Message as Message
from .domain.chat.messages import Role as Role
from .domain.chat.messages import ToolCall as ToolCall
from .domain.chat.messages import ToolDefinition as ToolDefinition
from .domain.chat.messages import pair_tool_calls as pair_tool_calls
from .domain.chat.usage import Usage as Usage
from .domain.checks.law import AddedLaw as AddedLaw
from .domain.errors import (
    AuthenticationError as AuthenticationError,
)
from .domain.errors import (
    AuthorError as AuthorError,
)
from .domain.errors import (
    BookError as BookError,
)
from .domain.errors import (
    BookFault as BookFault,
)
from .domain.errors import (
    BudgetReachedError as BudgetReachedError,
)
from .domain.errors import (
    ConversationError as ConversationError,
)
from .domain.errors import (
    FormatError as FormatError,
)
from .domain.errors import (
    InputError as InputError,
)
from .domain.errors import (
    LLMError as LLMError,
)
from .domain.errors import (
    LLMFault as LLMFault,
)
from .domain.errors import (
    MalformedAnswerError as MalformedAnswerError,
)
from .domain.errors import (
    NoAnswerError as NoAnswerError,
)
from .domain.errors import (
    ProviderFaultError as ProviderFaultError,
)
from .domain.errors import (
    QuestFoundryError as QuestFoundryError,
)
from .domain.errors import (
    RateLimitedError as RateLimitedError,
)
from .domain.errors import (
    RefusedError as RefusedError,
)
from .domain.errors import (
    SettingsError as SettingsError,
)
from .domain.errors import (
    TimedOutError as TimedOutError,
)
from .domain.errors import (
    TransportExhaustedError as TransportExhaustedError,
)
from .domain.errors import (
    UnreachableError as UnreachableError,
)
from .domain.errors import (
    UsageError as UsageError,
)
from .domain.errors import (
    WindowExceededError as WindowExceededError,
)
from .domain.fault import Fault as Fault
from .domain.fault import FaultKind as FaultKind
from .domain.field_types import Artifact as Artifact
from .domain.finding import Finding as Finding
from .domain.finding import Severity as Severity
from .domain.models.settings import Chosen as Chosen
from .domain.models.traits import Capabilities as Capabilities
from .domain.models.traits import ModelRef as ModelRef
from .domain.models.traits import ModelTraits as ModelTraits
from .domain.protocols import (
    Approval as Approval,
)
from .domain.protocols import (
    ApprovalAnswer as ApprovalAnswer,
)
from .domain.protocols import (
    ArtifactRepository as ArtifactRepository,
)
from .domain.protocols import (
    BookRepository as BookRepository,
)
from .domain.protocols import (
    ChatMessageRepository as ChatMessageRepository,
)
from .domain.protocols import (
    ChatProvider as ChatProvider,
)
from .domain.protocols import (
    ConversationContextStrategy as ConversationContextStrategy,
)
from .domain.protocols import (
    ConversationRepository as ConversationRepository,
)
from .domain.protocols import (
    EmbeddingProvider as EmbeddingProvider,
)
from .domain.protocols import (
    EventSink as EventSink,
)
from .domain.protocols import (
    ExportedFile as ExportedFile,
)
from .domain.protocols import (
    Journal as Journal,
)
from .domain.protocols import (
    PromptRepository as PromptRepository,
)
from .domain.protocols import (
    RetrievalStrategy as RetrievalStrategy,
)
from .domain.protocols import (
    RunRepository as RunRepository,
)
from .domain.protocols import (
    StoryExporter as StoryExporter,
)
from .domain.protocols import (
    Tool as Tool,
)
from .domain.protocols.library import ChunkRepository as ChunkRepository
from .domain.protocols.provider import (
    Provider as Provider,
)
from .domain.protocols.provider import (
    ProviderSettings as ProviderSettings,
)
from .domain.protocols.provider import (
    ServerAnswer as ServerAnswer,
)
from .domain.run.inputs import StageInputs as StageInputs
from .domain.run.request_subjects import IdMention as IdMention
from .domain.run.request_subjects import SectionSubject as SectionSubject
from .domain.run.result import RunResult as RunResult
from .domain.run.spec import RunSpec as RunSpec
from .domain.story.edition import Edition as Edition
from .domain.story.passage import Structure as Structure
from .domain.story.story import Story as Story
from .domain.story.voice import DreamArtifact as DreamArtifact
from .domain.writing.passage_subject import PassageSubject as PassageSubject

__version__: str
