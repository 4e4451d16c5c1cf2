"""The models of a project's runs: given by the caller, or chosen from settings or a run record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import chain
from typing import TYPE_CHECKING

from attrs import define, field

from questfoundry.app.pipeline.typical_usage import estimate_usage, limit_to_passages
from questfoundry.app.run.models import FixedModels, ModelSource, PhaseProviders
from questfoundry.composition.registries.providers import find_default_model
from questfoundry.composition.wiring.model_choice import REPLAY, ModelChoice, choose_models
from questfoundry.domain.errors import QuestFoundryError, SettingsError
from questfoundry.domain.events.stages import ModelsChosen
from questfoundry.domain.models.settings import NO_REFUSAL, Manner
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository
from questfoundry.domain.protocols.runs import EventSink, Journal
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.story.player_texts import FILL
from questfoundry.infra.llm.transport.limiting import (
    AdaptiveLimiter,
    LimitingChatProvider,
    Pacer,
    share_call_slots,
)
from questfoundry.infra.llm.transport.rate_limit import share_rate_limit
from questfoundry.infra.llm.transport.retries import RetryingChatProvider, retry_policies
from questfoundry.infra.storage.material_files import read_material

if TYPE_CHECKING:
    from questfoundry.app.store import ProjectStore
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.models.settings import Chosen, SourceChoices
    from questfoundry.domain.models.traits import ModelRef
    from questfoundry.domain.protocols.limits import CallSlots
    from questfoundry.domain.run.modes import PhaseMode
    from questfoundry.domain.run.record import PaidUsage, RunRecord
    from questfoundry.domain.story.size import Size

Models = ChatProvider | PhaseProviders | ModelSource
"""One model for all phases, one model for each phase, or a source that chooses for each run."""


@define(kw_only=True)
class ProjectModels(ModelSource):
    """A source of models that follows the settings, and emits an event when the choice changes."""

    _settings: ProjectSettings
    _flags: SourceChoices
    _store: ProjectStore
    _stack: ProviderStack
    _events: EventSink
    _announced: tuple[object, ...] = ()

    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """Return the providers for a new run, or for the resumed run ``record``."""
        choice = self.resolve_choice(record)
        announced = (record and record.id, choice.models)
        if announced != self._announced:
            self._announced = announced
            self._events.emit(
                ModelsChosen(
                    origins={phase.value: each.origin for phase, each in choice.chosen.items()},
                    note=choice.note,
                )
            )
        return self._stack.get_phase_providers(choice)

    def resolve_choice(self, record: RunRecord | None) -> ModelChoice:
        """Return the chosen models, or raise ``SettingsError``; API keys are not needed yet."""
        return choose_models(
            self._settings,
            flags=self._flags,
            runs=self._store.runs,
            resumed=record,
            default_model=find_default_model,
        )

    def list_modules(self) -> tuple[str, ...]:
        """Return the modules that the providers of a new run import, or none without a choice."""
        try:
            choice = self.resolve_choice(None)
            names = dict.fromkeys(each.ref.provider for each in choice.chosen.values())
            found = [self._settings.providers[name].modules for name in names if name != REPLAY]
        except QuestFoundryError:
            return ()  # the run raises the error again
        return tuple(chain.from_iterable(found))

    def refuse_recordings(self) -> None:
        """Raise ``SettingsError`` if a model is a recorded run, which replays one stage only."""
        choices = self._settings.collect_choices(self._flags)
        given = (choices.flags, choices.variables, choices.keys)
        for source in given:
            for text in (source.general, *(source.phases.get(phase) for phase in Phase)):
                if text and text.partition("/")[0] == REPLAY:
                    raise SettingsError(
                        "A recorded run belongs to a single stage. Choose a model for the "
                        "pipeline, or replay one stage.",
                        remedies=(SimpleAction.REPLAY_ONE_STAGE,),
                    )


def source_of_models(models: Models | None) -> ModelSource | None:
    """Return ``models`` as a source of models, or ``None`` if ``models`` is ``None``."""
    match models:
        case None:
            return None
        case ModelSource():
            return models
        case PhaseProviders():
            return FixedModels(models)
        case provider:
            return FixedModels(
                PhaseProviders(discuss=provider, summarize=provider, serialize=provider)
            )


@define(kw_only=True)
class ProviderStack:
    """The chat provider of each model; all models of one service share a rate limiter.

    ``call_slots`` returns the slots of an account that many machines share, or is ``None``.
    """

    _settings: ProjectSettings
    _prompts: PromptRepository
    _store: ProjectStore
    _clock: Clock
    _events: EventSink
    _closing: AsyncExitStack
    _call_slots: Callable[[str], CallSlots] | None
    _limiters: dict[str, AdaptiveLimiter] = field(factory=dict, init=False)
    _providers: dict[tuple[ModelRef, Manner], ChatProvider] = field(factory=dict, init=False)

    def get_phase_providers(self, choice: ModelChoice) -> PhaseProviders:
        """Return the providers of the phases, and of the review if a review model is chosen."""
        if choice.recording is not None:
            return _replay_providers(choice, choice.recording, self._store.journal)
        discuss, summarize, serialize = (
            self.get_provider(each, choice.manners.get(str(each.ref), NO_REFUSAL))
            for each in (choice.chosen[phase] for phase in Phase)
        )
        return PhaseProviders(
            discuss=discuss,
            summarize=summarize,
            serialize=serialize,
            review=None if choice.review is None else self.get_provider(choice.review),
        )

    def get_provider(self, chosen: Chosen, manner: Manner = NO_REFUSAL) -> ChatProvider:
        """Return the provider of the chosen model; it is created on first use and then reused.

        ``manner`` has the request features that the server has refused in an earlier run.
        """
        key = chosen.ref, manner
        if key not in self._providers:
            made = self._providers[key] = self._make(chosen, manner)
            self._closing.push_async_callback(made.close)
        return self._providers[key]

    def _make(self, chosen: Chosen, manner: Manner) -> ChatProvider:
        settings, name = self._settings, chosen.ref.provider
        traits = manner.apply(settings.traits_of(chosen.ref))
        adapter = settings.providers[name].make(
            chosen, traits, settings.provider_settings(), self._prompts
        )
        if name not in self._limiters:
            account = settings.providers[name].account(settings.provider_settings())
            self._limiters[name] = self._make_limiter(account)
        provider: ChatProvider = RetryingChatProvider(
            LimitingChatProvider(adapter, limiter=self._limiters[name], events=self._events),
            clock=self._clock,
            events=self._events,
            policies=retry_policies(settings.file.limits.total_wait),
        )
        return _add_call_log(provider, settings, self._clock) if settings.logging else provider

    def _make_limiter(self, account: str) -> AdaptiveLimiter:
        limits, slots = self._settings.file.limits, None
        if account and self._call_slots is not None:
            slots = self._call_slots(account)
        elif account and limits.rates.is_known:
            slots = share_call_slots(account, self._clock)
        return AdaptiveLimiter(
            share_rate_limit(account, self._clock),
            concurrency=limits.concurrency,
            pacer=None if slots is None else Pacer(slots, limits.rates, self._clock),
        )


def _add_call_log(provider: ChatProvider, settings: ProjectSettings, clock: Clock) -> ChatProvider:
    from questfoundry.infra.llm.transport.forwarding import CallLoggingChatProvider
    from questfoundry.infra.telemetry.events import JsonLines

    lines = JsonLines(
        settings.paths.logs / "llm_calls.jsonl",
        within=settings.paths.root,
        redact=settings.environment.redact,
    )
    return CallLoggingChatProvider(provider, lines=lines, clock=clock)


def _replay_providers(choice: ModelChoice, recording: str, journal: Journal) -> PhaseProviders:
    from questfoundry.infra.llm.replay import ReplayChatProvider

    def replay(phase: Phase) -> ChatProvider:
        return ReplayChatProvider(
            journal=journal,
            run_id=recording,
            scope=phase.value,
            model=choice.chosen[phase].ref,
            traits=choice.traits[phase],
        )

    return PhaseProviders(
        discuss=replay(Phase.DISCUSS),
        summarize=replay(Phase.SUMMARIZE),
        serialize=replay(Phase.SERIALIZE),
        recording=recording,
    )


def estimate_stage_usage(
    models: ModelSource,
    settings: ProjectSettings,
    size: Size | None,
    stages: Sequence[str],
    phases: PhaseMode | None = None,
    passages: int = 0,
) -> Mapping[str, PaidUsage]:
    """Return the estimated usage of each of ``stages``, by name.

    Without a ``size`` or without ``phases``, those in the settings count. If FILL writes only some
    passages of a written story, ``passages`` is their number.
    """
    file = settings.file
    phases = phases or file.phases
    if isinstance(models, ProjectModels):
        choice = models.resolve_choice(None)
        ref, traits = choice.chosen[Phase.SERIALIZE].ref, choice.traits[Phase.SERIALIZE]
    else:
        writer = models.choose_models(None).serialize
        ref, traits = writer.model, writer.traits
    material = read_material(settings.files)
    capabilities = traits.capabilities
    usage = dict(
        estimate_usage(ref, capabilities, size or file.size, material, phases, stages=stages)
    )
    if passages:
        review = file.fill.default_review
        usage[FILL] = limit_to_passages(usage[FILL], passages, capabilities, review, phases)
    return usage
