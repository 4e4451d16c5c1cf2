"""The models of a run behind its recorder, each call under a scope of its own."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from questfoundry.app.phases.providers import PhaseProviders
from questfoundry.app.run.recorded import RecordedChatProvider
from questfoundry.app.run.recorder import RunRecorder
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider, EventSink


@frozen(kw_only=True)
class RecordedModels:
    """Makes recorded providers.

    ``rounds`` says of the sections that failed how often they were begun: only what failed is
    asked afresh.
    """

    providers: PhaseProviders
    recorder: RunRecorder
    events: EventSink
    rounds: Mapping[str, int] = field(factory=dict[str, int])

    def of(self, phase: Phase, scope: str, *, section: str = "") -> ChatProvider:
        """The phase's model, its calls recorded under ``scope``."""
        return self.recorded(self.providers.of(phase), scope, section=section)

    def recorded(self, provider: ChatProvider, scope: str, *, section: str = "") -> ChatProvider:
        """Any model, its calls recorded under ``scope``; ``section`` may be named otherwise."""
        again = self.rounds.get(section or scope, 1)
        return RecordedChatProvider(
            provider,
            recorder=self.recorder,
            scope=scope if again == 1 else f"{scope}.{again}",
            events=self.events,
        )
