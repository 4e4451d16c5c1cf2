"""The chat providers of the phases, each behind its decorators.

Outermost first: call log, retrying, limiting, the adapter. The journal is above them all,
in the use case, so that a replayed answer neither waits nor is logged as a call.
"""

from __future__ import annotations

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.composition.model_choice import ModelChoice
from questfoundry.composition.model_factory import MAKERS
from questfoundry.composition.settings import ProjectSettings
from questfoundry.domain.models.ref import ModelRef
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
    limiters: dict[str, AdaptiveLimiter] = {}
    made: dict[ModelRef, ChatProvider] = {}
    for phase, chosen in choice.chosen.items():
        if chosen.ref in made:
            continue
        adapter = MAKERS[chosen.ref.provider](chosen, choice.traits[phase], settings, prompts)
        limiter = limiters.setdefault(
            chosen.ref.provider,
            AdaptiveLimiter(clock=clock, concurrency=settings.file.limits.concurrency),
        )
        provider: ChatProvider = RetryingChatProvider(
            LimitingChatProvider(adapter, limiter=limiter),
            clock=clock,
            events=events,
            policies=retry_policies(settings.file.limits.total_wait),
        )
        if settings.logging:
            provider = _logged(provider, settings, clock)
        made[chosen.ref] = provider
    discuss, summarize, serialize = (made[choice.chosen[phase].ref] for phase in Phase)
    return PhaseProviders(discuss=discuss, summarize=summarize, serialize=serialize)


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
