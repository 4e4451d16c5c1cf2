"""Find the fewest playthroughs that show everything, and prove how many are necessary.

This is set cover by routes through a graph of states. The linear relaxation of set cover has a
dual: weights of all sights, so that no route is heavier than 1. The sum of such weights is a lower
bound. Routes are never listed: each round asks for the heaviest route under the weights so far, by
dynamic programming, and the route corrects the weights (column generation, Gilmore and Gomory
1961). Half of each step is taken from the best weights so far, which needs far fewer rounds
(Wentges 1997). The set is found by diving: take the routes that the relaxation takes wholly, or the
one with the largest share, and solve the rest again. On stories it is mostly as small as the bound.

States keep the flags of conditional texts, unlike in :mod:`~questfoundry.domain.solver.covering`.
If this makes too many states, several graphs share the conditional texts. Each then proves a bound.
"""

from collections import defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from math import ceil

from attrs import evolve, frozen

from questfoundry.domain.solver.sights import Packing, Sight, SightGraph, SightRoute, observe_play
from questfoundry.domain.solver.space import explore, order_useful_states
from questfoundry.domain.story.passage import Structure

MAX_WORK, MAX_GRAPHS = 500_000, 10
"""The limit on states and moves of one graph, and on graphs."""

PROOF_WORK, MAX_ROUNDS = 60_000_000, 300
"""The most moves that the proof visits in one graph, and the most rounds."""

CANDIDATES = 3
"""The number of graphs, those with most sights that are missing, which offer the next route."""

FIRST_ROUNDS, DIVE_ROUNDS = 100, 2
"""The most new routes before the search takes some, and each time that it has taken some."""

WHOLE = 0.999
"""The share from which the relaxation takes a route wholly."""

_TOLERANCE, _ROUGHLY = 1e-6, 1e-3
"""Numbers above all rounding errors of a bound, and of a :class:`Packing`."""


@frozen(kw_only=True)
class FewestPlays:
    """A set of playthroughs, as choice ids, that together show all ``sights``.

    No set of fewer than ``bound`` playthroughs shows them all.
    """

    plays: tuple[tuple[str, ...], ...]
    bound: int
    sights: frozenset[Sight]


def find_fewest_plays(structure: Structure) -> FewestPlays | None:
    """Find few playthroughs that show everything that a player who reaches an ending can see.

    The result is ``None`` if a player can repeat a state, if no player reaches an ending, or if
    the story has too many states even without its conditional texts.
    """
    search = _Search(structure)
    return search.execute() if search.build_graphs() else None


class _Search:
    """A search for few routes through one or more graphs that together show all sights.

    ``_seen``: all routes so far, with the sights of each.
    """

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._graphs: list[SightGraph] = []
        self._numbers: dict[Sight, int] = {}
        self._seen: dict[SightRoute, frozenset[int]] = {}
        self._best: list[SightRoute] = []
        self._bound = 0

    def build_graphs(self) -> bool:
        """Build the graphs, and return whether they have all conditional texts."""
        texts = [
            (passage.id, flag)
            for passage in self._structure.passages
            for flag in sorted(passage.conditional_flags)
        ]
        return self._build_parts(texts)

    def _build_parts(self, texts: Sequence[tuple[str, str]]) -> bool:
        half = len(texts) // 2
        return self._build_graph(texts) or (
            half > 0 and self._build_parts(texts[:half]) and self._build_parts(texts[half:])
        )

    def _build_graph(self, texts: Sequence[tuple[str, str]]) -> bool:
        if len(self._graphs) == MAX_GRAPHS:
            return False
        flags = defaultdict[str, set[str]](set)
        for passage, flag in texts:
            flags[passage].add(flag)
        passages = (
            evolve(each, conditional_flags=flags[each.id]) for each in self._structure.passages
        )
        kept = evolve(self._structure, passages=tuple(passages))
        space = explore(kept, max_work=MAX_WORK, with_text=True)
        order = order_useful_states(space)
        if order:
            self._graphs.append(SightGraph(space, order, self._numbers))
        return bool(order)

    def execute(self) -> FewestPlays:
        self._cover()
        for graph in self._graphs:
            self._prove(graph)
        if self._bound < len(self._best):
            self._dive()
        names = [each.place for each in self._numbers]
        return FewestPlays(
            plays=tuple(tuple(names[each] for each in route) for route in self._best),
            bound=self._bound,
            sights=frozenset(self._numbers),
        )

    def _cover(self) -> None:
        """Take the route that shows most of what is missing, until nothing is (Chvátal 1979)."""
        found, missing = list[SightRoute](), {*self._numbers.values()}
        while missing:
            found.append(self._find_route([1.0] * len(self._numbers), missing))
            missing -= self._seen[found[-1]]
        self._keep(found)

    def _prove(self, graph: SightGraph) -> None:
        """Raise the bound until the relaxation of ``graph`` is solved, or its limits are met."""
        packing = self._pack(graph.sights)
        best, center = 0.0, packing.weights
        for _ in range(min(MAX_ROUNDS, PROOF_WORK // graph.work)):
            aim = packing.weights
            if self._bound >= min(len(self._best), ceil(sum(aim) - _ROUGHLY)):
                return
            trial = [(one + other) / 2 for one, other in zip(center, aim, strict=True)]
            heaviest, route = graph.find_heaviest(trial)
            if (bound := sum(trial) / heaviest) > best:
                best, center = bound, [each / heaviest for each in trial]
                self._bound = max(self._bound, ceil(best - _TOLERANCE))
            elif route in self._seen:
                return
            if route not in self._seen:
                packing.add_route(self._observe(route))

    def _dive(self) -> None:
        """Keep the routes with the largest shares, if they are fewer than before."""
        found, missing = list[SightRoute](), {*self._numbers.values()}
        packing = self._pack(missing)
        while missing:
            packing.require(missing)
            for _ in range(DIVE_ROUNDS if found else FIRST_ROUNDS):
                known = len(self._seen)
                self._find_route(packing.weights, missing)
                if len(self._seen) == known:
                    break
                for seen in [*self._seen.values()][known:]:
                    packing.add_route(seen)
            for route in self._list_taken(packing, missing):
                found.append(route)
                missing -= self._seen[route]
        self._keep(found)

    def _list_taken(self, packing: Packing, missing: AbstractSet[int]) -> list[SightRoute]:
        shares = packing.shares
        ranked = [
            (shares.get(number, 0.0), len(sights & missing), route)
            for number, (route, sights) in enumerate(self._seen.items())
            if sights & missing
        ]
        whole = [route for share, _, route in ranked if share > WHOLE]
        return whole or [max(ranked)[2]]

    def _pack(self, sights: AbstractSet[int]) -> Packing:
        packing = Packing(len(self._numbers))
        for seen in self._seen.values():
            packing.add_route(seen)
        packing.require(sights)
        return packing

    def _find_route(self, weights: Sequence[float], missing: AbstractSet[int]) -> SightRoute:
        """Return a heavy route that shows something of what is ``missing``."""
        # A sight without weight is still needed.
        left = [
            each + _TOLERANCE if sight in missing else 0.0 for sight, each in enumerate(weights)
        ]
        routes = [each.find_heaviest(left)[1] for each in self._list_candidates(missing)]
        return max(routes, key=lambda each: sum(left[sight] for sight in self._observe(each)))

    def _list_candidates(self, missing: AbstractSet[int]) -> Sequence[SightGraph]:
        counts = [len(each.sights & missing) for each in self._graphs]
        ranked = sorted(zip(counts, self._graphs, strict=True), key=lambda each: -each[0])
        return [graph for count, graph in ranked[:CANDIDATES] if count]

    def _observe(self, route: SightRoute) -> frozenset[int]:
        if route not in self._seen:
            names = [*self._numbers]
            play = observe_play(self._structure, [names[each].place for each in route])
            self._seen[route] = frozenset(self._numbers[each] for each in play)
        return self._seen[route]

    def _keep(self, routes: Sequence[SightRoute]) -> None:
        """Keep ``routes`` without the redundant ones, if they are fewer than before."""
        kept = [*routes]
        for route in sorted(routes, key=lambda each: len(self._seen[each])):
            others = frozenset[int]().union(*(self._seen[e] for e in kept if e is not route))
            if self._seen[route] <= others:
                kept.remove(route)
        if not self._best or len(kept) < len(self._best):
            self._best = kept
