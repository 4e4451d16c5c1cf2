"""The results of a run of agents in progress: drafts, votes, and agents that failed."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from attrs import define, field

from questfoundry.domain.run.result import Ballot, Candidate, Spending

MAX_POINTS = 10
"""The highest mark for one criterion."""


@define(kw_only=True)
class RunState:
    """The results of a delegated run so far; ``problems`` maps failed agents to messages."""

    agents: tuple[str, ...]
    candidates: dict[str, Candidate] = field(factory=dict[str, Candidate])
    problems: dict[str, str] = field(factory=dict[str, str])
    criteria: tuple[str, ...] = ()
    ballots: dict[str, Ballot] = field(factory=dict[str, Ballot])
    rounds: int = 0
    executed: Candidate | None = None

    @property
    def drafts(self) -> tuple[Candidate, ...]:
        """The newest draft of each agent that has a draft, in the order of the agents."""
        return tuple(self.candidates[each] for each in self.agents if each in self.candidates)

    @property
    def votes(self) -> tuple[Ballot, ...]:
        """The ballots that the judges have cast, in the order of the agents."""
        return tuple(self.ballots[each] for each in self.agents if each in self.ballots)

    def count_points(self, agent: str) -> int:
        """Return the sum of all marks that judges gave to the draft of ``agent``."""
        return sum(ballot.total(agent) for ballot in self.ballots.values())

    def is_decided(self, judges_left: int) -> bool:
        """Return whether the winner is certain although ``judges_left`` judges have not voted yet.

        The vote is not decided while a tie is possible, because cost decides ties.
        """
        totals = sorted((self.count_points(each.agent) for each in self.drafts), reverse=True)
        max_gain = judges_left * MAX_POINTS * len(self.criteria)
        return len(totals) < 2 or totals[0] - totals[1] > max_gain

    def choose_best(self, costs: Mapping[str, Spending]) -> Candidate | None:
        """Return the result of the executed plan, or else the draft with the most points.

        If no agent voted, the draft of the latest round wins. A tie goes to the agent with the
        lowest cost in ``costs``, then to the agent that is listed first.
        """
        if self.executed is not None:
            return self.executed
        if not self.drafts:
            return None
        in_dollars = _has_prices([costs[each.agent] for each in self.drafts])

        def rank(draft: Candidate) -> tuple[int, int, Decimal]:
            spent = costs[draft.agent]
            price = (spent.cost or Decimal(0)) if in_dollars else Decimal(spent.tokens)
            newest = 0 if self.ballots else -draft.round
            return (-self.count_points(draft.agent), newest, price)

        return min(self.drafts, key=rank)


def _has_prices(costs: Sequence[Spending]) -> bool:
    return all(each.cost is not None for each in costs) and any(each.cost for each in costs)
