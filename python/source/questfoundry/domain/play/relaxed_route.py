"""The shortest route to a goal where nothing closes it: as short as if all choices were open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from questfoundry.domain.play.graph import IDENTITY_EDGE, Edge
from questfoundry.domain.play.reach import Reachability

_State = tuple[int, int]


def find_relaxed_route(
    reachability: Reachability, goal: Mapping[int, int]
) -> tuple[str, ...] | None:
    """The ids of the choices of such a route; ``None`` where none is met soon.

    It is walked from behind, with every flag in hand and as few of them as can be, for not many
    more steps than there are passages.
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
    """States of players who can step to this one, a step nearer to the start, the last first."""
    place, flags = state
    distances, keep = reachability.graph.distances, reachability.live_flags[place]
    for edge in reversed(reachability.graph.incoming(place)):
        if distances.get(edge.source) == distances[place] - 1:
            here = reachability.families[edge.source]
            source_flags = reachability.zdd.find_preimage_set(here, edge, keep, flags)
            if source_flags is not None:
                yield edge, (edge.source, source_flags)
