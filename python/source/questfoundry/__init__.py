"""The library ``questfoundry``: it imports each public name when that name is first used.

``import questfoundry`` itself loads no model SDK, no database and no dependency container.
"""

from __future__ import annotations

# Importing typing takes as long as starting Python; type checkers know the bare name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from questfoundry.app.pipeline.run_pipeline import Decision, PipelineResult, Rerun, Reviewer
    from questfoundry.app.pipeline.stage_result import StageResult
    from questfoundry.app.run.models import ModelSource, PhaseProviders
    from questfoundry.app.runs.team import Agent
    from questfoundry.app.session.session import InteractiveSession
    from questfoundry.app.stages.section import Section
    from questfoundry.app.stages.stage import ArtifactStage
    from questfoundry.composition.project.orchestrator import PipelineOrchestrator
    from questfoundry.composition.project.project import Project
    from questfoundry.domain.answer.manifest import Manifest
    from questfoundry.domain.chat.envelope import Envelope, no_results, success
    from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
    from questfoundry.domain.chat.messages import Message, Role
    from questfoundry.domain.chat.pairing import pair_tool_calls
    from questfoundry.domain.chat.tools import ToolCall, ToolDefinition
    from questfoundry.domain.chat.usage import Usage
    from questfoundry.domain.checks.law import AddedLaw
    from questfoundry.domain.errors import (
        AuthenticationError,
        AuthorError,
        BudgetReachedError,
        ConversationError,
        FormatError,
        InputError,
        LLMError,
        MalformedAnswerError,
        ProviderFaultError,
        QuestFoundryError,
        RateLimitedError,
        RefusedError,
        SettingsError,
        TimedOutError,
        UnreachableError,
        UsageError,
    )
    from questfoundry.domain.fault import Fault
    from questfoundry.domain.field_types import Artifact
    from questfoundry.domain.finding import Finding, Severity
    from questfoundry.domain.models.ref import ModelRef
    from questfoundry.domain.models.settings import Chosen
    from questfoundry.domain.models.traits import Capabilities, ModelTraits
    from questfoundry.domain.protocols import (
        Approval,
        ApprovalAnswer,
        ChatProvider,
        EmbeddingProvider,
        EventSink,
        ExportedFile,
        PromptRepository,
        StoryExporter,
        Tool,
    )
    from questfoundry.domain.protocols.provider import Provider, ProviderSettings, ServerAnswer
    from questfoundry.domain.run.inputs import StageInputs
    from questfoundry.domain.run.result import RunResult
    from questfoundry.domain.run.spec import RunSpec
    from questfoundry.domain.story.edition import Edition
    from questfoundry.domain.story.passage import Structure
    from questfoundry.domain.story.story import Story
    from questfoundry.domain.story.vision import DreamArtifact

__version__ = "0.1.0"

_MODULES = {
    "AddedLaw": "domain.checks.law",
    "Agent": "app.runs.team",
    "Approval": "domain.protocols",
    "ApprovalAnswer": "domain.protocols",
    "Artifact": "domain.field_types",
    "ArtifactStage": "app.stages.stage",
    "AuthenticationError": "domain.errors",
    "AuthorError": "domain.errors",
    "BudgetReachedError": "domain.errors",
    "Capabilities": "domain.models.traits",
    "ChatProvider": "domain.protocols",
    "ChatRequest": "domain.chat.exchange",
    "ChatResponse": "domain.chat.exchange",
    "Chosen": "domain.models.settings",
    "ConversationError": "domain.errors",
    "Decision": "app.pipeline.run_pipeline",
    "DreamArtifact": "domain.story.vision",
    "Edition": "domain.story.edition",
    "EmbeddingProvider": "domain.protocols",
    "Envelope": "domain.chat.envelope",
    "EventSink": "domain.protocols",
    "ExportedFile": "domain.protocols",
    "Fault": "domain.fault",
    "Finding": "domain.finding",
    "FinishReason": "domain.chat.exchange",
    "FormatError": "domain.errors",
    "InputError": "domain.errors",
    "InteractiveSession": "app.session.session",
    "LLMError": "domain.errors",
    "MalformedAnswerError": "domain.errors",
    "Manifest": "domain.answer.manifest",
    "Message": "domain.chat.messages",
    "ModelRef": "domain.models.ref",
    "ModelSource": "app.run.models",
    "ModelTraits": "domain.models.traits",
    "PhaseProviders": "app.run.models",
    "PipelineOrchestrator": "composition.project.orchestrator",
    "PipelineResult": "app.pipeline.run_pipeline",
    "Project": "composition.project.project",
    "PromptRepository": "domain.protocols",
    "Provider": "domain.protocols.provider",
    "ProviderFaultError": "domain.errors",
    "ProviderSettings": "domain.protocols.provider",
    "QuestFoundryError": "domain.errors",
    "RateLimitedError": "domain.errors",
    "RefusedError": "domain.errors",
    "Rerun": "app.pipeline.run_pipeline",
    "Reviewer": "app.pipeline.run_pipeline",
    "Role": "domain.chat.messages",
    "RunResult": "domain.run.result",
    "RunSpec": "domain.run.spec",
    "Section": "app.stages.section",
    "ServerAnswer": "domain.protocols.provider",
    "SettingsError": "domain.errors",
    "Severity": "domain.finding",
    "StageInputs": "domain.run.inputs",
    "StageResult": "app.pipeline.stage_result",
    "Story": "domain.story.story",
    "StoryExporter": "domain.protocols",
    "Structure": "domain.story.passage",
    "TimedOutError": "domain.errors",
    "Tool": "domain.protocols",
    "ToolCall": "domain.chat.tools",
    "ToolDefinition": "domain.chat.tools",
    "UnreachableError": "domain.errors",
    "Usage": "domain.chat.usage",
    "UsageError": "domain.errors",
    "no_results": "domain.chat.envelope",
    "pair_tool_calls": "domain.chat.pairing",
    "success": "domain.chat.envelope",
}

__all__ = [
    "AddedLaw",
    "Agent",
    "Approval",
    "ApprovalAnswer",
    "Artifact",
    "ArtifactStage",
    "AuthenticationError",
    "AuthorError",
    "BudgetReachedError",
    "Capabilities",
    "ChatProvider",
    "ChatRequest",
    "ChatResponse",
    "Chosen",
    "ConversationError",
    "Decision",
    "DreamArtifact",
    "Edition",
    "EmbeddingProvider",
    "Envelope",
    "EventSink",
    "ExportedFile",
    "Fault",
    "Finding",
    "FinishReason",
    "FormatError",
    "InputError",
    "InteractiveSession",
    "LLMError",
    "MalformedAnswerError",
    "Manifest",
    "Message",
    "ModelRef",
    "ModelSource",
    "ModelTraits",
    "PhaseProviders",
    "PipelineOrchestrator",
    "PipelineResult",
    "Project",
    "PromptRepository",
    "Provider",
    "ProviderFaultError",
    "ProviderSettings",
    "QuestFoundryError",
    "RateLimitedError",
    "RefusedError",
    "Rerun",
    "Reviewer",
    "Role",
    "RunResult",
    "RunSpec",
    "Section",
    "ServerAnswer",
    "SettingsError",
    "Severity",
    "StageInputs",
    "StageResult",
    "Story",
    "StoryExporter",
    "Structure",
    "TimedOutError",
    "Tool",
    "ToolCall",
    "ToolDefinition",
    "UnreachableError",
    "Usage",
    "UsageError",
    "no_results",
    "pair_tool_calls",
    "success",
]


_FORMER_NAMES = {"Redo": "Rerun", "paired": "pair_tool_calls"}
"""Names of the version before, each with the name that it has now."""


def __getattr__(name: str) -> object:
    if name in _FORMER_NAMES:
        from warnings import warn

        new = _FORMER_NAMES[name]
        warn(f"{name} is now questfoundry.{new}.", DeprecationWarning, stacklevel=2)
        return __getattr__(new)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
