"""The agents of a delegated run, and its results in progress."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from attrs import define, field, frozen

from questfoundry.app.run.models import PhaseProviders
from questfoundry.domain.former_names import former_names
from questfoundry.domain.run.result import Ballot, Candidate, Decider, Spending, average_points

MAX_POINTS = 10
"""The highest mark for one criterion."""


@define(kw_only=True)
class RunState:
    """The results of a delegated run so far; ``problems`` maps failed agents to messages.

    ``stopped`` holds the agents whose recorded answers end during a replay of a stopped run.
    """

    agents: tuple[str, ...]
    candidates: dict[str, Candidate] = field(factory=dict[str, Candidate])
    problems: dict[str, str] = field(factory=dict[str, str])
    criteria: tuple[str, ...] = ()
    ballots: dict[str, Ballot] = field(factory=dict[str, Ballot])
    rounds: int = 0
    executed: Candidate | None = None
    stopped: set[str] = field(factory=set[str])

    @property
    def drafts(self) -> tuple[Candidate, ...]:
        """The newest draft of each agent that has a draft, in the order of the agents."""
        return tuple(self.candidates[each] for each in self.agents if each in self.candidates)

    @property
    def votes(self) -> tuple[Ballot, ...]:
        """The ballots that the judges have cast, in the order of the agents."""
        return tuple(self.ballots[each] for each in self.agents if each in self.ballots)

    def average_points(self, agent: str) -> float:
        """Return the mean total of marks that the draft of ``agent`` got, or 0 without marks."""
        return average_points(self.ballots.values(), agent) or 0.0

    def is_decided(self, pending: Collection[str]) -> bool:
        """Return whether the winner is certain although the judges ``pending`` have not voted yet.

        The vote is not decided while a tie is possible, because cost decides ties.
        """
        ranges = [self._find_points_range(each.agent, pending) for each in self.drafts]
        first, *rest = sorted(ranges, key=lambda each: -each[0])
        return all(first[0] > highest for _, highest in rest)

    def _find_points_range(self, agent: str, pending: Collection[str]) -> tuple[float, float]:
        """Return the lowest and the highest possible mean of the draft of ``agent``."""
        count = sum(ballot.has_marks(agent) for ballot in self.ballots.values())
        left = sum(judge != agent for judge in pending)
        points = self.average_points(agent) * count
        whole = max(1, count + left)
        return points / whole, (points + left * MAX_POINTS * len(self.criteria)) / whole

    @property
    def has_vote(self) -> bool:
        """Return whether the judges marked every draft; otherwise no draft wins by marks."""
        return all(
            any(ballot.has_marks(each.agent) for ballot in self.ballots.values())
            for each in self.drafts
        )

    def find_decider(self) -> Decider:
        """Return who decides between the drafts: the vote, or a rule if no judge voted."""
        if len(self.drafts) < 2:
            return Decider.NO_CHOICE
        return Decider.VOTE if self.ballots else Decider.RULE

    def choose_best(self, costs: Mapping[str, Spending]) -> Candidate | None:
        """Return the result of the executed plan, or else the draft with the most points.

        If not every draft has marks, a draft of the latest round wins. A tie goes to the agent with
        the lowest cost in ``costs``, then to the agent that is listed first.
        """
        if self.executed is not None:
            return self.executed
        if not self.drafts:
            return None
        in_dollars = _has_prices([costs[each.agent] for each in self.drafts])
        has_vote = self.has_vote

        def rank(draft: Candidate) -> tuple[float, Decimal]:
            spent = costs[draft.agent]
            price = (spent.cost or Decimal(0)) if in_dollars else Decimal(spent.tokens)
            return (-self.average_points(draft.agent) if has_vote else -draft.round, price)

        return min(self.drafts, key=rank)


def _has_prices(costs: Sequence[Spending]) -> bool:
    return all(each.cost is not None for each in costs) and any(each.cost for each in costs)


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
    """Return the agents that understand texts, or else the agents that can compare drafts."""
    all_agents = tuple(agents)
    able = tuple(each for each in all_agents if each.can_comprehend)
    return able or tuple(each for each in all_agents if each.can_compare)
