"""Search for a route that is as short as if every choice were open.

The relaxed distance of a passage is its breadth-first distance from the start without regard to
conditions. No route can be shorter. So a route is a shortest one if every choice on it increases
the relaxed distance by one. The search works backwards from the goal (regression) with concrete
sets of flags.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.solver.graph import IDENTITY_EDGE, Edge
from questfoundry.domain.solver.reach import Reachability

_State = tuple[int, int]


def find_relaxed_route(
    reachability: Reachability, goal: Mapping[int, int]
) -> tuple[str, ...] | None:
    """Return the choice ids of a route whose length is the relaxed distance of the goal.

    The relaxed distance is the length of a shortest route if every choice were open. The result is
    ``None`` if the search finds no such route. ``goal`` maps each passage of the goal to the family
    of flag sets that a player may have there. The depth-first search expands on average at most two
    states for each passage. For each edge, the search tries only one earlier state, which has few
    flags.
    """
    graph = reachability.graph
    distances = graph.distances
    nearest = min(distances[place] for place in goal)
    stack: list[_State] = [
        (place, flags)
        for place, family in reversed([*goal.items()])
        if distances[place] == nearest
        and (flags := reachability.zdd.find_preimage_set(family, IDENTITY_EDGE, 0, 0)) is not None
    ]
    leads_to: dict[_State, tuple[Edge, _State] | None] = dict.fromkeys(stack)
    for _ in range(2 * len(graph.edges)):
        if not stack:
            return None
        state = stack.pop()
        if state == (graph.start, 0):
            route = list[str]()
            while onward := leads_to[state]:
                edge, state = onward
                route.append(graph.structure.choices[edge.choice].id)
            return tuple(route)
        for edge, before in _iter_predecessors(reachability, state):
            if before not in leads_to:
                leads_to[before] = edge, state
                stack.append(before)
    return None


def _iter_predecessors(reachability: Reachability, state: _State) -> Iterator[tuple[Edge, _State]]:
    """Yield the edges into ``state`` from passages one step nearer to the start.

    Each edge comes with the earlier state from which it leads to ``state``. The edges come in
    reverse order, so that a stack expands the first edge first.
    """
    place, flags = state
    distances, keep = reachability.graph.distances, reachability.live_flags[place]
    for edge in reversed(reachability.graph.incoming(place)):
        if distances.get(edge.source) == distances[place] - 1:
            here = reachability.families[edge.source]
            source_flags = reachability.zdd.find_preimage_set(here, edge, keep, flags)
            if source_flags is not None:
                yield edge, (edge.source, source_flags)
