"""The chat providers of the phases, each behind its decorators.

Outermost first: call log, retrying, limiting, the adapter. The journal is above them all,
in the use case, so that a replayed answer neither waits nor is logged as a call.
"""

from __future__ import annotations

from attrs import field, frozen

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.composition.model_choice import ModelChoice
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, Clock, EventSink, Journal, PromptRepository
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.retry_policy import retry_policies
from questfoundry.infra.llm.transport.retrying import RetryingChatProvider


def phase_providers(
    choice: ModelChoice,
    *,
    settings: ProjectSettings,
    prompts: PromptRepository,
    journal: Journal,
    clock: Clock,
    events: EventSink,
) -> PhaseProviders:
    """One provider a model, shared by the phases that chose it, and one gate a service."""
    if choice.recording is not None:
        return _replayed(choice, choice.recording, journal)
    stack = _Stack(settings=settings, prompts=prompts, clock=clock, events=events)
    discuss, summarize, serialize = (stack.provider(choice.chosen[phase]) for phase in Phase)
    return PhaseProviders(
        discuss=discuss,
        summarize=summarize,
        serialize=serialize,
        review=None if choice.review is None else stack.provider(choice.review),
    )


@frozen(kw_only=True)
class _Stack:
    """Makes each model's provider once, and the gate of each service."""

    settings: ProjectSettings
    prompts: PromptRepository
    clock: Clock
    events: EventSink
    _limiters: dict[str, AdaptiveLimiter] = field(init=False, factory=dict)
    _made: dict[ModelRef, ChatProvider] = field(init=False, factory=dict)

    def provider(self, chosen: Chosen) -> ChatProvider:
        if chosen.ref not in self._made:
            self._made[chosen.ref] = self._make(chosen)
        return self._made[chosen.ref]

    def _make(self, chosen: Chosen) -> ChatProvider:
        settings, name = self.settings, chosen.ref.provider
        adapter = settings.providers[name].make(
            chosen, settings.traits_of(chosen.ref), settings.for_providers(), self.prompts
        )
        if name not in self._limiters:
            self._limiters[name] = AdaptiveLimiter(
                clock=self.clock, concurrency=settings.file.limits.concurrency
            )
        provider: ChatProvider = RetryingChatProvider(
            LimitingChatProvider(adapter, limiter=self._limiters[name]),
            clock=self.clock,
            events=self.events,
            policies=retry_policies(settings.file.limits.total_wait),
        )
        return _logged(provider, settings, self.clock) if settings.logging else provider


def _logged(provider: ChatProvider, settings: ProjectSettings, clock: Clock) -> ChatProvider:
    from questfoundry.infra.llm.transport.call_log import CallLoggingChatProvider
    from questfoundry.infra.telemetry.json_lines import JsonLines

    lines = JsonLines(settings.paths.logs / "llm_calls.jsonl")
    return CallLoggingChatProvider(provider, lines=lines, clock=clock)


def _replayed(choice: ModelChoice, recording: str, journal: Journal) -> PhaseProviders:
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
