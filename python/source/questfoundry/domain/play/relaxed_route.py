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
    far = graph.distances
    nearest = min(far[place] for place in goal)
    waiting: list[_State] = [
        (place, flags)
        for place, family in reversed([*goal.items()])
        if far[place] == nearest
        and (flags := reachability.zdd.find_preimage_set(family, IDENTITY_EDGE, 0, 0)) is not None
    ]
    leads_to: dict[_State, tuple[Edge, _State] | None] = dict.fromkeys(waiting)
    for _ in range(2 * len(graph.edges)):
        if not waiting:
            return None
        state = waiting.pop()
        if state == (graph.start, 0):
            taken = list[str]()
            while onward := leads_to[state]:
                edge, state = onward
                taken.append(graph.structure.choices[edge.choice].id)
            return tuple(taken)
        for edge, before in _iter_predecessors(reachability, state):
            if before not in leads_to:
                leads_to[before] = edge, state
                waiting.append(before)
    return None


def _iter_predecessors(reachability: Reachability, state: _State) -> Iterator[tuple[Edge, _State]]:
    """States of players who can step to this one, a step nearer to the start, the last first."""
    place, flags = state
    far, keep = reachability.graph.distances, reachability.live_flags[place]
    for edge in reversed(reachability.graph.incoming(place)):
        if far.get(edge.source) == far[place] - 1:
            here = reachability.families[edge.source]
            held = reachability.zdd.find_preimage_set(here, edge, keep, flags)
            if held is not None:
                yield edge, (edge.source, held)
