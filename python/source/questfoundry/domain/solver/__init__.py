"""Prove exact facts about all playthroughs of a story; :class:`Solver` is the entry point."""

from collections.abc import Mapping
from functools import cached_property
from random import Random

from attrs import field, frozen

from questfoundry.domain.solver.agency import (
    HEAVY,
    DecisionEffect,
    PlayerFlow,
    trace_players,
    weigh_influence,
)
from questfoundry.domain.solver.covering import find_covering_playthroughs
from questfoundry.domain.solver.distances import measure_bounds
from questfoundry.domain.solver.fewest_plays import FewestPlays, find_fewest_plays
from questfoundry.domain.solver.graph import Graph, build_graph
from questfoundry.domain.solver.play_length import (
    PlayLength,
    PlaythroughCounts,
    Spread,
    count_playthroughs,
    measure_play_length,
)
from questfoundry.domain.solver.search import Question, Search, find_shortest_playthrough
from questfoundry.domain.solver.sights import Sight, SightKind, observe_play
from questfoundry.domain.solver.space import (
    MAX_STATES_AND_MOVES,
    StateSpace,
    explore,
    find_longest_playthrough,
)
from questfoundry.domain.solver.stat_values import LEAST_SIDE, ValueShares, measure_values
from questfoundry.domain.solver.value_ranges import Values, find_value_ranges
from questfoundry.domain.solver.zdd_ops import MAX_STEPS
from questfoundry.domain.story.passage import Structure

__all__ = [
    "HEAVY",
    "LEAST_SIDE",
    "MAX_STEPS",
    "DecisionEffect",
    "FewestPlays",
    "PlayLength",
    "PlayerFlow",
    "PlaythroughCounts",
    "RandomWalk",
    "Sight",
    "SightKind",
    "Solver",
    "Spread",
    "StateSpace",
    "ValueShares",
    "Values",
    "find_value_ranges",
    "observe_play",
    "weigh_influence",
]


@frozen(kw_only=True)
class RandomWalk:
    """A playthrough of a random player, by the indices of its passages and choices.

    ``is_finished``: false if the walk was stopped at the maximum number of choices.
    """

    passages: tuple[int, ...]
    choices: tuple[int, ...]
    is_finished: bool


@frozen(slots=False)
class Solver:
    """The exact answers to questions about all playthroughs of a well-formed structure.

    Well-formed means that ids are unique, and every choice connects two existing passages. A method
    returns ``None`` where there is no answer, or where the answer takes more than ``max_steps``
    steps.
    """

    structure: Structure
    max_steps: int = field(default=MAX_STEPS, kw_only=True)

    @cached_property
    def graph(self) -> Graph:
        """The structure with numbered passages, and with a bit for each flag that is read."""
        return build_graph(self.structure)

    @cached_property
    def search(self) -> Search:
        """The search for routes, which the checks of a structure use."""
        return Search(graph=self.graph, max_steps=self.max_steps)

    @property
    def is_acyclic(self) -> bool:
        """Return whether no chain of choices leads back to a passage; conditions are ignored."""
        return not self.graph.cyclic_components

    def can_reach(self, passage: str) -> bool:
        """Return whether a player can be in ``passage`` (an id); true, too, if that is unknown."""
        places = [n for n, each in enumerate(self.structure.passages) if each.id == passage]
        return self.search.can_reach(Question(passages=places))

    def count_playthroughs(self) -> PlaythroughCounts | None:
        """Count the playthroughs in total, for each ending, and for each path."""
        return count_playthroughs(self.structure, max_steps=self.max_steps)

    def measure_play_length(self) -> PlayLength | None:
        """Measure the passages and decisions of a playthrough, and the shares of the endings.

        Return ``None`` if the story has an endless loop or no reachable ending, or if the analysis
        takes more than ``max_steps`` steps.
        """
        return measure_play_length(self.structure, max_steps=self.max_steps)

    def find_shortest_playthrough(self, ending: str = "") -> tuple[str, ...] | None:
        """Return the choice ids of a shortest playthrough to ``ending``, or to any ending."""
        return find_shortest_playthrough(self.structure, ending)

    def find_longest_playthrough(
        self, *, max_work: int = MAX_STATES_AND_MOVES
    ) -> tuple[str, ...] | None:
        """Return the choice ids of a longest playthrough to an ending."""
        return find_longest_playthrough(explore(self.structure, max_work=max_work))

    def measure_distances(self) -> Mapping[str, int]:
        """Return the number of choices from each passage (id) to the nearest ending.

        Conditions are ignored. Passages from which no choices lead to an ending are left out.
        """
        passages = self.structure.passages
        found = measure_bounds(self.graph, [n for n, each in enumerate(passages) if each.ending])
        return {passages[place].id: left for place, left in found.items()}

    def find_covering_playthroughs(self) -> tuple[tuple[str, ...], ...]:
        """Return a few playthroughs that together show every passage and conditional text."""
        return find_covering_playthroughs(explore(self.structure))

    def find_fewest_plays(self) -> FewestPlays | None:
        """Return few playthroughs that together show everything that players can see.

        The result also states a lower bound: no smaller set than ``bound`` shows everything.
        """
        return find_fewest_plays(self.structure)

    def measure_values(self, stat: str) -> ValueShares | None:
        """Return how often a random player is in each passage with each value of ``stat``."""
        return measure_values(self.structure, stat, max_steps=self.max_steps)

    def explore(self) -> StateSpace:
        """Return the space of all states that players can be in; the nearest states come first."""
        return explore(self.structure)

    def trace_players(self) -> PlayerFlow | None:
        """Return the flow of random players through all states, to measure what decisions change.

        The result is ``None`` if the story has too many states, or if a player can loop forever.
        """
        return trace_players(self.explore())

    def measure_influence(self) -> float | None:
        """Return the share of decisions that shift the chances of the endings by 0.15 or more.

        Decisions count as often as random players make them. The result is ``None`` where
        :meth:`trace_players` has none.
        """
        flow = self.trace_players()
        return None if flow is None else weigh_influence(flow.measure_decisions())

    def walk_at_random(self, rng: Random, *, max_choices: int) -> RandomWalk:
        """Return a playthrough that takes each open choice with equal probability."""
        here, flags = self.graph.start, 0
        passages, choices = [here], list[int]()
        open_edges = [edge for edge in self.graph.edges[here] if edge.is_open(flags)]
        while open_edges and len(choices) < max_choices:
            edge = open_edges[int(rng.random() * len(open_edges))]
            here, flags = edge.target, edge.apply(flags)
            passages.append(here)
            choices.append(edge.choice)
            open_edges = [edge for edge in self.graph.edges[here] if edge.is_open(flags)]
        return RandomWalk(
            passages=tuple(passages), choices=tuple(choices), is_finished=not open_edges
        )
