"""Find the least number of choices from passages to the nearest of some other passages.

A breadth-first search without conditions gives a lower bound. If a search for a route of that
length finds one, the bound is exact. Only otherwise, all states are searched in layers, which takes
much longer.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from attrs import frozen

from questfoundry.domain.solver.graph import Graph
from questfoundry.domain.solver.route_search import BfsLayers
from questfoundry.domain.solver.search import Search
from questfoundry.domain.solver.space import StateSpace

MAX_VISITED = 2_000
"""The number of states that a search for a route as short as the bound visits."""


@frozen(slots=False, eq=False)
class Distances:
    """The least number of choices to one of the passages ``ends`` (numbers).

    The exact analysis of ``search`` must be complete.
    """

    search: Search
    ends: Collection[int]

    @cached_property
    def from_start(self) -> int | None:
        """The number of choices on a shortest route; ``None`` if there is no route."""
        nearest = self.find_nearest([self.search.graph.start])
        return None if nearest is None else nearest[0]

    def find_nearest(self, places: Iterable[int]) -> tuple[int, int] | None:
        """Return the passage of ``places`` that is nearest to an end, after its number of choices.

        Of equally near passages, the first counts. Passages that no player reaches are left out.
        The result is ``None`` without such a passage.
        """
        families = self.search.reachability.families
        bounds = ((self._bounds.get(each), each) for each in places if families[each])
        known = sorted((bound, each) for bound, each in bounds if bound is not None)
        if not known or self._is_exact(known[0][1]):
            return known[0] if known else None
        found = ((self._find_exact(each), each) for _, each in known)
        return min(((left, each) for left, each in found if left is not None), default=None)

    def _is_exact(self, place: int) -> bool:
        """Return whether a walker in ``place`` can come to an end as fast as without conditions.

        The result may be wrongly false, because at most ``MAX_VISITED`` states are visited.
        """
        graph, left = self.search.graph, MAX_VISITED
        waiting = [
            (place, flags & graph.live[place]) for flags in self.search.witnesses.states[place]
        ]
        seen = set(waiting)
        while waiting and left:
            (here, flags), left = waiting.pop(), left - 1
            if not self._bounds[here]:
                return True
            for edge in graph.edges[here]:
                after = edge.target, edge.apply(flags) & graph.live[edge.target]
                is_nearer = self._bounds.get(edge.target) == self._bounds[here] - 1
                if is_nearer and edge.is_open(flags) and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return False

    @cached_property
    def _bounds(self) -> Mapping[int, int]:
        families = self.search.reachability.families
        return measure_bounds(self.search.graph, [each for each in self.ends if families[each]])

    def _find_exact(self, place: int) -> int | None:
        space, distances = self.search.space, self._state_distances
        if space is None:
            return self._layers.min_distance(place)
        known = (distances.get(each) for each in space.by_passage[place])
        return min((each for each in known if each is not None), default=None)

    @cached_property
    def _state_distances(self) -> Mapping[int, int]:
        """The distance of each state, if they are few enough to examine them one by one."""
        space = self.search.space
        return measure_state_distances(space, self.ends) if space else {}

    @cached_property
    def _layers(self) -> BfsLayers:
        reach = self.search.reachability
        return BfsLayers(reach, {each: reach.families[each] for each in self.ends}, all_layers=True)


def measure_bounds(graph: Graph, ends: Iterable[int]) -> Mapping[int, int]:
    """Return the number of choices from each passage to one of ``ends``, ignoring conditions."""
    found = dict.fromkeys(ends, 0)
    for place in (queue := [*found]):
        for edge in graph.incoming(place):
            if edge.source not in found:
                found[edge.source] = found[place] + 1
                queue.append(edge.source)
    return found


def measure_state_distances(space: StateSpace, ends: Iterable[int]) -> Mapping[int, int]:
    """Return the number of choices from each state to a state of one of the passages ``ends``."""
    found = {state: 0 for place in ends for state in space.by_passage[place]}
    for state in (queue := [*found]):
        for before in space.sources[state]:
            if before not in found:
                found[before] = found[state] + 1
                queue.append(before)
    return found
