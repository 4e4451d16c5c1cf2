"""The chat providers of the phases, each wrapped in decorators.

The decorators are, from the outside: call log, retries, rate limit, adapter. The run's journal
wraps all of them, so a replayed answer neither waits nor is logged as a call.
"""

from __future__ import annotations

from contextlib import AsyncExitStack

from questfoundry.app.run.models import PhaseProviders
from questfoundry.composition.settings.settings import ProjectSettings
from questfoundry.composition.wiring.model_choice import ModelChoice
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, Clock, EventSink, Journal, PromptRepository
from questfoundry.infra.llm.transport.limiting import AdaptiveLimiter, LimitingChatProvider
from questfoundry.infra.llm.transport.retry_policy import retry_policies
from questfoundry.infra.llm.transport.retrying_provider import RetryingChatProvider


class ProviderStack:
    """A cache with one chat provider for each model, shared by all phases and runs.

    All models of a service share one rate limiter; ``closing`` closes the providers.
    """

    def __init__(
        self,
        *,
        settings: ProjectSettings,
        prompts: PromptRepository,
        journal: Journal,
        clock: Clock,
        events: EventSink,
        closing: AsyncExitStack,
    ) -> None:
        self._settings = settings
        self._prompts = prompts
        self._journal = journal
        self._clock = clock
        self._events = events
        self._closing = closing
        self._limiters: dict[str, AdaptiveLimiter] = {}
        self._providers: dict[ModelRef, ChatProvider] = {}

    def get_phase_providers(self, choice: ModelChoice) -> PhaseProviders:
        """Return the providers of the phases, and of the review if a review model is chosen."""
        if choice.recording is not None:
            return _replay_providers(choice, choice.recording, self._journal)
        discuss, summarize, serialize = (self.get_provider(choice.chosen[phase]) for phase in Phase)
        return PhaseProviders(
            discuss=discuss,
            summarize=summarize,
            serialize=serialize,
            review=None if choice.review is None else self.get_provider(choice.review),
        )

    def get_provider(self, chosen: Chosen) -> ChatProvider:
        """Return the provider of the chosen model, created on the first request."""
        if chosen.ref not in self._providers:
            made = self._providers[chosen.ref] = self._make(chosen)
            self._closing.push_async_callback(made.close)
        return self._providers[chosen.ref]

    def _make(self, chosen: Chosen) -> ChatProvider:
        settings, name = self._settings, chosen.ref.provider
        adapter = settings.providers[name].make(
            chosen, settings.traits_of(chosen.ref), settings.provider_settings(), self._prompts
        )
        if name not in self._limiters:
            self._limiters[name] = AdaptiveLimiter(
                clock=self._clock, concurrency=settings.file.limits.concurrency
            )
        provider: ChatProvider = RetryingChatProvider(
            LimitingChatProvider(adapter, limiter=self._limiters[name]),
            clock=self._clock,
            events=self._events,
            policies=retry_policies(settings.file.limits.total_wait),
        )
        return _add_call_log(provider, settings, self._clock) if settings.logging else provider


def _add_call_log(provider: ChatProvider, settings: ProjectSettings, clock: Clock) -> ChatProvider:
    from questfoundry.infra.llm.transport.call_log import CallLoggingChatProvider
    from questfoundry.infra.telemetry.json_lines import JsonLines

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
