"""QuestFoundry as a library: every public name, imported when it is first used.

``import questfoundry`` itself loads no SDK, no database and no container.
"""

from __future__ import annotations

# Importing typing takes as long as starting Python; type checkers know the bare name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from questfoundry.app.phases.providers import PhaseProviders
    from questfoundry.app.phases.runner import ConversationRunner
    from questfoundry.app.pipeline.pipeline_request import PipelineResult, Redo, Reviewer, Verdict
    from questfoundry.app.pipeline.run_stage import RunStageUseCase
    from questfoundry.app.pipeline.stage_request import StageRequest, StageResult
    from questfoundry.composition.orchestrator import (
        PipelineContext,
        PipelineOrchestrator,
        StageContext,
    )
    from questfoundry.composition.project import open_project
    from questfoundry.domain.artifacts.dream import DreamArtifact
    from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
    from questfoundry.domain.chat.messages import Message, Role
    from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
    from questfoundry.domain.chat.usage import Usage
    from questfoundry.domain.checks.law import AddedLaw
    from questfoundry.domain.errors import (
        AuthorError,
        BudgetReachedError,
        ConversationError,
        LLMError,
        QuestFoundryError,
        UsageError,
    )
    from questfoundry.domain.finding import Finding, Severity
    from questfoundry.domain.models.provider import Provider, ProviderSettings, ServerAnswer
    from questfoundry.domain.models.ref import ModelRef
    from questfoundry.domain.models.settings import Chosen
    from questfoundry.domain.models.traits import Capabilities, ModelTraits
    from questfoundry.domain.protocols import (
        ChatProvider,
        EmbeddingProvider,
        EventSink,
        ExportedFile,
        PromptRepository,
        StoryExporter,
        Tool,
    )
    from questfoundry.domain.story.edition import Edition
    from questfoundry.domain.story.passage import Structure
    from questfoundry.domain.story.story import Story

__version__ = "0.1.0"

_MODULES = {
    "AddedLaw": "domain.checks.law",
    "AuthorError": "domain.errors",
    "BudgetReachedError": "domain.errors",
    "Capabilities": "domain.models.traits",
    "ChatProvider": "domain.protocols",
    "ChatRequest": "domain.chat.exchange",
    "ChatResponse": "domain.chat.exchange",
    "Chosen": "domain.models.settings",
    "ConversationError": "domain.errors",
    "ConversationRunner": "app.phases.runner",
    "DreamArtifact": "domain.artifacts.dream",
    "Edition": "domain.story.edition",
    "EmbeddingProvider": "domain.protocols",
    "EventSink": "domain.protocols",
    "ExportedFile": "domain.protocols",
    "Finding": "domain.finding",
    "FinishReason": "domain.chat.exchange",
    "LLMError": "domain.errors",
    "Message": "domain.chat.messages",
    "ModelRef": "domain.models.ref",
    "ModelTraits": "domain.models.traits",
    "PhaseProviders": "app.phases.providers",
    "PipelineContext": "composition.orchestrator",
    "PipelineOrchestrator": "composition.orchestrator",
    "PipelineResult": "app.pipeline.pipeline_request",
    "PromptRepository": "domain.protocols",
    "Provider": "domain.models.provider",
    "ProviderSettings": "domain.models.provider",
    "QuestFoundryError": "domain.errors",
    "Redo": "app.pipeline.pipeline_request",
    "Reviewer": "app.pipeline.pipeline_request",
    "Role": "domain.chat.messages",
    "RunStageUseCase": "app.pipeline.run_stage",
    "ServerAnswer": "domain.models.provider",
    "Severity": "domain.finding",
    "StageContext": "composition.orchestrator",
    "StageRequest": "app.pipeline.stage_request",
    "StageResult": "app.pipeline.stage_request",
    "Story": "domain.story.story",
    "StoryExporter": "domain.protocols",
    "Structure": "domain.story.passage",
    "Tool": "domain.protocols",
    "ToolCall": "domain.chat.tools",
    "ToolDefinition": "domain.chat.tools",
    "Usage": "domain.chat.usage",
    "UsageError": "domain.errors",
    "Verdict": "app.pipeline.pipeline_request",
    "open_project": "composition.project",
}

__all__ = [
    "AddedLaw",
    "AuthorError",
    "BudgetReachedError",
    "Capabilities",
    "ChatProvider",
    "ChatRequest",
    "ChatResponse",
    "Chosen",
    "ConversationError",
    "ConversationRunner",
    "DreamArtifact",
    "Edition",
    "EmbeddingProvider",
    "EventSink",
    "ExportedFile",
    "Finding",
    "FinishReason",
    "LLMError",
    "Message",
    "ModelRef",
    "ModelTraits",
    "PhaseProviders",
    "PipelineContext",
    "PipelineOrchestrator",
    "PipelineResult",
    "PromptRepository",
    "Provider",
    "ProviderSettings",
    "QuestFoundryError",
    "Redo",
    "Reviewer",
    "Role",
    "RunStageUseCase",
    "ServerAnswer",
    "Severity",
    "StageContext",
    "StageRequest",
    "StageResult",
    "Story",
    "StoryExporter",
    "Structure",
    "Tool",
    "ToolCall",
    "ToolDefinition",
    "Usage",
    "UsageError",
    "Verdict",
    "open_project",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
