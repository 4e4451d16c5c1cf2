"""A project in memory, in which a stage can be run with scripted models."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from pathlib import Path

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.pipeline.run_stage import RunStageUseCase
from questfoundry.app.stages.completion import Completion
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.stage import StageRegistry
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.protocols import ChatProvider, PriceBook
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.testing.conversations import (
    InMemoryChatMessageRepository,
    InMemoryConversationRepository,
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
from questfoundry.testing.scripted import Reply, ScriptedChatProvider

PROMPTS = Path(__file__).parents[3] / "prompts"

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
    """Every token costs a cent."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return Decimal(usage.total_tokens) / 100


@cache
def shipped_prompts() -> JinjaPromptRepository:
    """The prompts of this checkout, and those of the toy stages; read once."""
    return JinjaPromptRepository([PROMPTS, Path(__file__).parent / "toy_prompts"])


def one_provider(provider: ChatProvider) -> PhaseProviders:
    """The same provider for all phases."""
    return PhaseProviders(discuss=provider, summarize=provider, serialize=provider)


class Workshop:
    """A project in memory; ``run_stage`` gives the use case for a script."""

    def __init__(self, *, prompts: JinjaPromptRepository | None = None) -> None:
        conversations = InMemoryConversationRepository()
        self.store = ProjectStore(
            artifacts=InMemoryArtifactRepository(),
            files=InMemoryArtifactFiles(),
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

    def scripted(self, replies: Iterable[Reply]) -> tuple[ScriptedChatProvider, RunStageUseCase]:
        """A provider with that script, and the use case that asks it."""
        provider = ScriptedChatProvider(replies)
        return provider, self.run_stage(one_provider(provider))

    def run_stage(self, providers: PhaseProviders) -> RunStageUseCase:
        """The use case over this project."""
        return RunStageUseCase(
            registry=self.registry,
            store=self.store,
            providers=providers,
            prompts=self.prompts,
            events=self.events,
            clock=self.clock,
            prices=PennyPrices(),
            completions=self.completions,
        )
