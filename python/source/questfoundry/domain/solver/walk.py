"""Search concrete states best-first, guided by distances in a graph with fewer flags.

The heuristic is a pattern database (Culberson and Schaeffer 1998): exact distances in an
abstraction that ignores some flags. These distances never exceed the true distances, because
ignoring flags only opens choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from attrs import define, field

from questfoundry.domain.solver.bfs_layers import BfsLayers
from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.story.passage import Choice

_State = tuple[int, int]
"""A passage and flags, by number."""


@define(kw_only=True)
class StateWalk:
    """A greedy best-first search from the start that expands the state nearest to the goal next.

    ``layers``: the distances to the goal in a graph that keeps only ``tracked_flags``.
    ``predecessors``: for each visited state, the choice that led to it and the state before it.
    ``frontier``: the states to expand, as a heap ordered by their distance.
    ``blocking_flags``: the mask of the flags that closed the choice nearest to the goal.

    The search expands about as many states as there are passages, at most. This is enough if no
    choice of the route turns out to be closed.
    """

    graph: Graph
    layers: BfsLayers
    tracked_flags: int
    predecessors: dict[_State, tuple[int, _State] | None] = field(factory=dict)
    frontier: list[tuple[int, int, _State]] = field(factory=list)
    blocking_flags: int = 0

    def find_route(self) -> tuple[Choice, ...] | None:
        """Return the choices of a route to the goal, or ``None`` if the search did not reach it.

        If the result is ``None`` although ``frontier`` is not empty, the search reached its limit.
        """
        start = (self.graph.start, 0)
        self.predecessors[start] = None
        far = self.layers.distance(*start) or 0
        self.frontier.append((far, 0, start))
        nearest = len(self.layers.layers) + 1
        for _ in range(len(self.graph.edges) + 2 * len(self.layers.layers)):
            if not self.frontier:
                return None
            left, _, state = heappop(self.frontier)
            if not left:
                return self._trace_choices(state)
            for edge, ahead in self._iter_promising_edges(state):
                if edge.is_open(state[1]):
                    self._visit_state(edge, ahead, state)
                elif ahead < nearest:
                    nearest = ahead
                    self.blocking_flags = edge.requires & ~state[1] | edge.forbids & state[1]
        return None

    def _iter_promising_edges(self, state: _State) -> Iterator[tuple[Edge, int]]:
        """Yield the edges of ``state`` that may lead to the goal if untracked flags are ignored.

        Each edge comes with the number of choices that are left after it.
        """
        passage, flags = state
        known = flags & self.tracked_flags
        for edge in self.graph.edges[passage]:
            if not (edge.requires & self.tracked_flags & ~flags or edge.forbids & known):
                after = (
                    edge.apply(known) & self.graph.live_with_text[edge.target] & self.tracked_flags
                )
                ahead = self.layers.distance(edge.target, after)
                if ahead is not None:
                    yield edge, ahead

    def _visit_state(self, edge: Edge, ahead: int, before: _State) -> None:
        after = edge.target, edge.apply(before[1]) & self.graph.live_with_text[edge.target]
        if after not in self.predecessors:
            self.predecessors[after] = edge.choice, before
            heappush(self.frontier, (ahead, len(self.predecessors), after))

    def _trace_choices(self, state: _State) -> tuple[Choice, ...]:
        choices, taken = self.graph.structure.choices, list[Choice]()
        while (before := self.predecessors[state]) is not None:
            choice, state = before
            taken.append(choices[choice])
        return tuple(reversed(taken))
