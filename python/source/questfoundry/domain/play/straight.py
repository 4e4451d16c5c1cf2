"""The shortest route to a goal where nothing closes it: as short as if all choices were open."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from questfoundry.domain.play.families import EMPTY
from questfoundry.domain.play.graph import Graph
from questfoundry.domain.play.reach import Reach


def straight_route(reach: Reach, goal: Mapping[int, int]) -> tuple[str, ...] | None:
    """The ids of the choices of the first such route; ``None`` where none is met soon.

    It is walked with every flag in hand, for not many more steps than there are passages.
    """
    graph, value = reach.graph, reach.families.value
    far = _distances(graph, goal)
    start = (graph.start, 0)
    came_by: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {}
    waiting = [start]
    for _ in range(2 * len(graph.edges)):
        if not waiting:
            return None
        place, flags = state = waiting.pop()
        if not far[place] and value(goal.get(place, EMPTY), flags):
            taken = list[str]()
            while state != start:
                choice, state = came_by[state]
                taken.append(graph.structure.choices[choice].id)
            return tuple(reversed(taken))
        for edge in reversed(graph.edges[place]):
            if edge.open(flags) and far.get(edge.target) == far[place] - 1:
                after = edge.target, edge.after(flags) & reach.keep[edge.target]
                if after not in came_by:
                    came_by[after] = edge.choice, state
                    waiting.append(after)
    return None


def _distances(graph: Graph, places: Collection[int]) -> Mapping[int, int]:
    """How many choices lead from each passage to the nearest of some, were all open."""
    far = dict.fromkeys(places, 0)
    waiting = list(far)
    for place in waiting:
        for source, _ in graph.into[place]:
            if source not in far:
                far[source] = far[place] + 1
                waiting.append(source)
    return far
