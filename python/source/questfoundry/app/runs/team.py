"""The agents that take part in a delegated run."""

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.former_names import former_names


@former_names(compares="can_compare", comprehends="can_comprehend", recorded="to_record")
@frozen(kw_only=True)
class Agent:
    """A model with a name and an optional prompt from the author.

    The agent writes with the model of the phase Discuss, and judges with that of Serialize.
    """

    id: str
    providers: PhaseProviders
    prompt: str = ""

    @property
    def model(self) -> str:
        """The model with which the agent writes, as ``provider/model``."""
        return str(self.providers.discuss.model)

    @property
    def can_comprehend(self) -> bool:
        """Return whether the agent understands texts well enough to refine and judge drafts."""
        return self.providers.discuss.traits.capabilities.comprehension

    @property
    def can_compare(self) -> bool:
        """Return whether the agent can judge drafts by measurable properties of their texts."""
        return self.providers.serialize.traits.capabilities.comparison

    def to_record(self) -> dict[str, Any]:
        """Return a dictionary of the writing model and its traits, to store with a run."""
        traits = self.providers.discuss.traits.model_dump(mode="json")
        return {"model": self.model, "traits": traits}


def choose_judges(agents: Iterable[Agent]) -> tuple[Agent, ...]:
    """Return the agents that understand texts, or else those that can compare drafts."""
    all_agents = tuple(agents)
    able = tuple(each for each in all_agents if each.can_comprehend)
    return able or tuple(each for each in all_agents if each.can_compare)
