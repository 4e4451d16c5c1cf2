"""A project in memory, in which a stage can run with scripted models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.agent import ToolOffer
from questfoundry.app.phases.discuss_tools import OptionsSink
from questfoundry.app.phases.runner import Interaction
from questfoundry.app.pipeline.preview import PreviewPromptUseCase
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.pipeline.stage_result import StageResult
from questfoundry.app.project.sync import SyncEditsUseCase, SyncResult
from questfoundry.app.run.models import FixedModels, PhaseProviders
from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.run import Author, Run
from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.app.writing.write_story import Completion
from questfoundry.domain.artifacts.version import ArtifactVersion
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols.provider import ChatProvider, PriceBook, TextSink
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.infra.storage.folder_files import FolderProjectFiles
from questfoundry.infra.storage.yaml_artifact_files import YamlArtifactFiles
from questfoundry.testing.library import (
    InMemoryChatMessageRepository,
    InMemoryConversationRepository,
)
from questfoundry.testing.memory import (
    InMemoryArtifactRepository,
    InMemoryJournal,
    InMemoryProjectFiles,
    InMemoryProjectLock,
    InMemoryRunRepository,
)
from questfoundry.testing.scripted import (
    ManualClock,
    RecordingEventSink,
    Reply,
    ScriptedChatProvider,
)
from tests.support.checkout import PROMPTS

VISION = {
    "genre": "mystery",
    "subgenre": "noir",
    "tone": "brooding",
    "themes": ["loyalty against truth", "memory"],
    "audience": "adult",
    "scope": "one night in one district",
    "size": "micro",
    "style": "terse second person",
    "creative_vision": "A drowned city keeps its secrets in air pockets.",
}


class PennyPrices(PriceBook):
    """Prices of one cent for every token."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return Decimal(usage.total_tokens) / 100


@cache
def shipped_prompts() -> JinjaPromptRepository:
    return JinjaPromptRepository([PROMPTS, Path(__file__).parent / "toy_prompts"])


def one_provider(provider: ChatProvider) -> PhaseProviders:
    return PhaseProviders(discuss=provider, summarize=provider, serialize=provider)


def issues_of(provider: ScriptedChatProvider, number: int) -> list[dict[str, Any]]:
    feedback = json.loads(provider.requests[number].messages[-1].content)
    assert feedback["result"] == "validation_failed"
    issues: list[dict[str, Any]] = feedback["issues"]["invalid"]
    return issues


def asked(provider: ScriptedChatProvider, number: int) -> dict[str, Any]:
    schema = provider.requests[number].tools[0].parameters
    found: dict[str, Any] = spelt_out(schema, schema.get("$defs", {}))
    found.pop("$defs", None)
    return found


def spelt_out(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, Mapping):
        while "$ref" in node:
            beside = {key: each for key, each in node.items() if key != "$ref"}
            node = {**definitions[node["$ref"].rpartition("/")[2]], **beside}
        return {key: spelt_out(each, definitions) for key, each in node.items()}
    return [spelt_out(each, definitions) for each in node] if isinstance(node, list) else node


@frozen(kw_only=True)
class Ask:
    """A request in one line: the typed text, the author, and whether a run continues."""

    said: str = ""
    interactive: bool = False
    max_turns: int | None = None
    attempts: int = 3
    size: str | None = None
    language: str = "en"
    review: bool | str = False
    questions: bool = True
    acts: bool = False
    stats: bool = False
    phases: PhaseMode | None = PhaseMode.FULL
    resume: str | None = None
    redo: str | None = None
    author: Author | None = None
    research_tools: Sequence[Tool] = ()
    on_assistant_message: Callable[[str], None] | None = None
    on_text: TextSink | None = None
    on_options: OptionsSink | None = None

    def inputs(self, stage: ArtifactStage | None = None) -> StageInputs:
        """Return the inputs; the text is an idea, or a note for a stage with inputs of its own."""
        said = {"remark" if stage is not None and stage.needs else "idea": self.said.strip()}
        turns = self.max_turns or (10 if self.interactive else 1)
        return StageInputs(
            interactive=self.interactive,
            max_turns=turns,
            attempts=self.attempts,
            size=self.size,
            language=self.language,
            review=self.review,
            questions=self.questions,
            acts=self.acts,
            stats=self.stats,
            phases=self.phases,
            **said,
        )

    @property
    def interaction(self) -> Interaction:
        return Interaction(
            author=self.author,
            research=tuple(self.research_tools),
            on_assistant_message=self.on_assistant_message,
            on_text=self.on_text,
            on_options=self.on_options,
        )


WITHOUT_AUTHOR = Ask()


@frozen(kw_only=True)
class Driver:
    use_case: RunStageUseCase
    registry: StageRegistry

    async def execute(self, stage: str, asked: Ask) -> StageResult:
        interaction = asked.interaction
        if asked.resume is not None:
            return await self.use_case.resume(stage, asked.resume, interaction=interaction)
        inputs = asked.inputs(self.registry.get(stage))
        return await self.use_case.execute(
            stage, inputs, rerun_note=asked.redo, interaction=interaction
        )


class Workshop:
    """A project in memory; ``run_stage`` returns the use case for a script."""

    def __init__(self, *, prompts: JinjaPromptRepository | None = None) -> None:
        conversations = InMemoryConversationRepository()
        self.files = InMemoryProjectFiles()
        self.store = ProjectStore(
            artifacts=InMemoryArtifactRepository(),
            files=YamlArtifactFiles(self.files),
            runs=InMemoryRunRepository(),
            journal=InMemoryJournal(),
            conversations=conversations,
            messages=InMemoryChatMessageRepository(conversations),
            lock=InMemoryProjectLock(),
        )
        self.registry = StageRegistry([DreamStage()])
        self.events = RecordingEventSink()
        self.prompts = prompts or shipped_prompts()
        self.clock = ManualClock()
        self.completions: dict[str, Completion] = {}

    def scripted(self, replies: Iterable[Reply]) -> tuple[ScriptedChatProvider, Driver]:
        provider = ScriptedChatProvider(replies)
        return provider, self.run_stage(one_provider(provider))

    def copy(self) -> Workshop:
        """Return another project with the same stages and contents."""
        workshop = Workshop(prompts=self.prompts)
        workshop.registry, workshop.clock = self.registry, deepcopy(self.clock)
        workshop.store = deepcopy(self.store, {id(self.store.lock): InMemoryProjectLock()})
        workshop.events.events.extend(self.events.events)
        return workshop

    async def run(
        self, provider: ChatProvider, asked: Ask = WITHOUT_AUTHOR, stage: str = "dream"
    ) -> StageResult:
        """Run ``stage`` with one model for every phase."""
        return await self.run_stage(one_provider(provider)).execute(stage, asked)

    async def run_script(
        self, replies: Iterable[Reply], asked: Ask = WITHOUT_AUTHOR, stage: str = "dream"
    ) -> ScriptedChatProvider:
        """Run ``stage`` with a model that gives ``replies``, and return the model."""
        provider = ScriptedChatProvider(replies)
        await self.run(provider, asked, stage)
        return provider

    def run_stage(self, providers: PhaseProviders, meter: SpendMeter | None = None) -> Driver:
        use_case = RunStageUseCase(
            registry=self.registry,
            store=self.store,
            runs=self.opener(providers, meter),
            prompts=self.prompts,
            completions=self.completions,
        )
        return Driver(use_case=use_case, registry=self.registry)

    def sync(self) -> tuple[ArtifactVersion, ...]:
        return self.take_in().versions

    def take_in(self) -> SyncResult:
        return SyncEditsUseCase(
            registry=self.registry, store=self.store, prompts=self.prompts, clock=self.clock
        ).execute()

    def current(self, stage: str) -> ArtifactVersion:
        found = self.store.artifacts.current(stage)
        assert found is not None
        return found

    def keep_files(self, folder: Path) -> None:
        """Store the artifacts as files in the project folder from now on."""
        self.store = evolve(self.store, files=YamlArtifactFiles(FolderProjectFiles(folder)))
        for stage in self.store.artifacts.stages():
            self.store.files.write(stage, self.current(stage).data)

    def preview(
        self, provider: ChatProvider, research: ToolOffer | None = None
    ) -> PreviewPromptUseCase:
        """Return the request that the provider would get."""
        return PreviewPromptUseCase(
            registry=self.registry,
            store=self.store,
            models=FixedModels(one_provider(provider)),
            prompts=self.prompts,
            events=self.events,
            research=research or ToolOffer(),
        )

    def begun(self, providers: PhaseProviders, meter: SpendMeter | None = None) -> Run:
        opener = self.opener(providers, meter)
        return Run(
            opener.begin("fill", StageInputs(), providers),
            providers=providers,
            journal=self.store.journal,
            meter=opener.meter,
            clock=self.clock,
            events=self.events,
        )

    def opener(self, providers: PhaseProviders, meter: SpendMeter | None = None) -> RunOpener:
        return RunOpener(
            store=self.store,
            models=FixedModels(providers),
            meter=meter or SpendMeter(prices=PennyPrices()),
            prices=PennyPrices(),
            events=self.events,
            clock=self.clock,
        )
