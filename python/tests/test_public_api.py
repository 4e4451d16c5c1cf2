"""The public names of the library."""

import subprocess
import sys

import pytest

import questfoundry
import questfoundry.testing

PUBLIC = (
    "AddedLaw Agent AgentReplied Approval ApprovalAnswer Artifact ArtifactRepository "
    "ArtifactStage AuthenticationError AuthorError BookError BookFault BookRepository Budget "
    "BudgetReachedError Capabilities ChatMessageRepository ChatProvider ChatRequest "
    "ChatResponse ChatWithBookUseCase Chosen ChunkRepository ConversationContextStrategy "
    "ConversationError ConversationRepository ConversationResult ConversationRunner Decision "
    "DelegatedJob DreamArtifact Edition EmbeddingProvider Envelope EventSink ExportJob "
    "ExportedFile Fault FaultKind Finding FinishReason FormatError IdMention IngestJob "
    "InputError InteractiveSession JobCancelledError JobExecutor JobFailedError JobHandle "
    "JobOptions JobResult Journal LLMError LLMFault LiveParts LoggedEvent "
    "MalformedAnswerError Manifest Message ModelRef ModelSource ModelTraits NoAnswerError "
    "PassageSubject PhaseProviders PipelineJob PipelineOrchestrator PipelineResult Project "
    "ProjectWorkspace PromptRepository Provider ProviderFaultError ProviderSettings "
    "QuestFoundryError RateLimitedError RefusedError RequestSubject Rerun ResultStatus "
    "RetrievalStrategy Reviewer RewriteJob Role RunApproval RunEnded RunEstimate RunExecutor "
    "RunHandle RunRepository RunResult RunSpec Section SectionSubject ServerAnswer "
    "SessionState SessionStatus SettingsError Severity Spending StageInputs StageJob "
    "StageResult StoredProject Story StoryExporter Structure TimedOutError Tool ToolApproval "
    "ToolCall ToolDefinition TransportExhaustedError TurnFailed UnknownEvent UnreachableError "
    "Usage UsageError WindowExceededError Workplace WorkplaceJob WorkspacePath no_results "
    "pair_tool_calls success"
)
TESTING = (
    "ApprovalContract ArtifactFilesContract ArtifactRepositoryContract AssetSourceContract "
    "BookFilesContract "
    "BookParserContract CallSlotsContract ChatProviderContract ChunkIndexContract ClockContract "
    "ConversationContextContract ConversationContract EmbeddingProviderContract "
    "EventLogContract EventSinkContract ExportFolderContract "
    "InMemoryArtifactRepository InMemoryBookFiles InMemoryBookRepository "
    "InMemoryChatMessageRepository InMemoryChunkIndex InMemoryChunkRepository "
    "InMemoryConversationRepository InMemoryEventLog "
    "InMemoryJournal InMemoryProjectFiles InMemoryProjectLock "
    "InMemoryRunRepository JobExecutorContract JournalContract LibraryContract ManualClock "
    "PriceBookContract ProjectFilesContract ProjectLockContract ProjectWorkspaceContract "
    "PromptRepositoryContract RecordingEventSink ReportWriterContract "
    "RetrievalStrategyContract RunExecutorContract RunRepositoryContract ScriptedAuthor "
    "ScriptedChatProvider StoryExporterContract StoryIdentityContract StoryReaderContract "
    "StorySourceContract TextChunkerContract ToolContract ToolSourceContract "
    "TranslationFilesContract TranslationFormatContract calls calls_all "
    "perform_scripted_job says"
)
NAMES = PUBLIC.split()
HEAVY = (
    "anthropic dependency_injector httpx httpx2 ollama openai opentelemetry pydantic structlog "
    "typer xllamacpp"
)


def test_the_public_names_are_these():
    """Every change of the public names breaks a program that embeds the library."""
    assert questfoundry.__all__ == NAMES
    assert sorted(NAMES) == NAMES
    assert set(NAMES) <= set(dir(questfoundry))


def test_every_public_name_is_there():
    """A public name that cannot be imported would fail only in another program."""
    found = {name: getattr(questfoundry, name) for name in NAMES}
    assert [each.__name__ for each in found.values()] == NAMES
    assert {name: getattr(questfoundry, name) for name in NAMES} == found


def test_an_unknown_name_is_an_attribute_error():
    """Tools like `hasattr` rely on this error."""
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        _ = questfoundry.Nonsense


def test_importing_the_library_loads_nothing_heavy():
    """A heavy import would slow down every program that uses the library. (CLI-13.4)"""
    code = f"import sys, questfoundry; print(set('{HEAVY}'.split()) & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_names_to_test_with_are_these():
    """Other packages test their plug-ins with these names, and internal helpers must stay
    private.
    """
    names = TESTING.split()
    assert questfoundry.testing.__all__ == sorted(names)
    assert [getattr(questfoundry.testing, name).__name__ for name in names] == names


def test_the_fakes_do_not_need_pytest():
    code = "import sys, questfoundry.testing; print('pytest' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
