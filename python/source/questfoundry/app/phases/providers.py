"""The models of the three phases."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from questfoundry.domain.models.recorded import traits_to_dict
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider


@frozen(kw_only=True)
class PhaseProviders:
    """The model of each phase, often the same.

    ``review`` is the model that reviews prose, where one is named. ``recording`` names the
    run whose record answers, where they replay one.
    """

    discuss: ChatProvider
    summarize: ChatProvider
    serialize: ChatProvider
    review: ChatProvider | None = None
    recording: str | None = None

    def of(self, phase: Phase) -> ChatProvider:
        """The provider of a phase."""
        match phase:
            case Phase.DISCUSS:
                return self.discuss
            case Phase.SUMMARIZE:
                return self.summarize
            case Phase.SERIALIZE:
                return self.serialize

    def recorded(self) -> dict[str, Any]:
        """Which model each phase has, and what is known of it, for the record of a run."""
        return {
            phase.value: {
                "model": str(self.of(phase).model),
                "traits": traits_to_dict(self.of(phase).traits),
            }
            for phase in Phase
        }
