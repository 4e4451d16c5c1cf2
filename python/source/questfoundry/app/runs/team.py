"""Who works in a delegated run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from questfoundry.app.run.models import PhaseProviders


@frozen(kw_only=True)
class Agent:
    """A model with a name and, if the author gave it one, a prompt of its own.

    It talks with its model of Discuss and judges with that of Serialize.
    """

    id: str
    providers: PhaseProviders
    prompt: str = ""

    @property
    def model(self) -> str:
        """The model that it talks with, as ``provider/model``."""
        return str(self.providers.discuss.model)

    @property
    def can_comprehend(self) -> bool:
        """Whether what its model says of a text holds, so that it refines and judges."""
        return self.providers.discuss.traits.capabilities.comprehension

    @property
    def can_compare(self) -> bool:
        """Whether its model marks drafts by what can be measured in them."""
        return self.providers.serialize.traits.capabilities.comparison

    def to_record(self) -> dict[str, Any]:
        """Which model it has, and what is known of it, for the record of a run."""
        traits = self.providers.discuss.traits.model_dump(mode="json")
        return {"model": self.model, "traits": traits}


def choose_judges(agents: Iterable[Agent]) -> tuple[Agent, ...]:
    """Who votes among them: those that comprehend; where none does, those that can compare."""
    all_agents = tuple(agents)
    able = tuple(each for each in all_agents if each.can_comprehend)
    return able or tuple(each for each in all_agents if each.can_compare)
