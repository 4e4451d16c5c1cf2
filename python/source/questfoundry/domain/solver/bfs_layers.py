"""Group the states of a story by their distance to a goal, with a backward breadth-first search.

A state is a passage with the flags that a player has there. Layer ``n`` holds the reachable states
whose shortest route to the goal has ``n`` choices. The states of one passage in a layer are stored
together as a family of flag sets. So the cost depends on passages and edges, not on the number of
states.
"""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd_ops import EMPTY


class BfsLayers:
    """The reachable states, grouped into layers by their distance to the goal.

    ``goal`` and each layer map passages to families (sets of flag sets). ``layers[n]`` holds the
    states from which the shortest route to the goal has ``n`` choices. The search stops at the
    layer with the start state. If ``all_layers`` is true, the search finds every state from which
    the goal can be reached. ``examined_edges`` is the number of edges that the search examined.
    """

    def __init__(
        self, reach: Reachability, goal: Mapping[int, int], *, all_layers: bool = False
    ) -> None:
        self._reachability = reach
        self.layers: list[dict[int, int]] = []
        self.examined_edges = 0
        self._layers_by_passage: dict[int, list[tuple[int, int]]] = {}
        layer = {passage: family for passage, family in goal.items() if family}
        seen = dict(layer)
        while layer:
            for passage, family in layer.items():
                self._layers_by_passage.setdefault(passage, []).append((len(self.layers), family))
            self.layers.append(layer)
            if not all_layers and self.start_distance is not None:
                return
            layer = self._expand_layer(layer, seen)

    def _expand_layer(self, layer: Mapping[int, int], seen: dict[int, int]) -> dict[int, int]:
        reach, zdd = self._reachability, self._reachability.zdd
        next_layer: dict[int, int] = {}
        for passage, family in layer.items():
            keep = reach.live_flags[passage]
            incoming = reach.graph.incoming(passage)
            self.examined_edges += len(incoming)
            for edge in incoming:
                source = edge.source
                sources = zdd.preimage(reach.families[source], edge, keep, family)
                new = zdd.difference(sources, seen.get(source, EMPTY))
                if new:
                    seen[source] = zdd.union(seen.get(source, EMPTY), new)
                    next_layer[source] = zdd.union(next_layer.get(source, EMPTY), new)
        return next_layer

    @property
    def start_distance(self) -> int | None:
        """The fewest choices from the start to the goal; ``None`` if no route was found."""
        return self.distance(self._reachability.graph.start, 0)

    def distance(self, passage: int, flags: int) -> int | None:
        """Return the number of choices from a state to the goal; ``None`` for an unknown state.

        The state is the passage ``passage`` with the mask ``flags`` of the player's flags. A state
        is unknown if it is in no layer.
        """
        get_value = self._reachability.zdd.get_value
        return next(
            (
                n
                for n, family in self._layers_by_passage.get(passage, ())
                if get_value(family, flags)
            ),
            None,
        )

    def min_distance(self, passage: int) -> int | None:
        """Return the least number of choices from any state of ``passage`` to the goal.

        The result is ``None`` if no layer contains a state of the passage.
        """
        layers = self._layers_by_passage.get(passage)
        return layers[0][0] if layers else None

    def build_route(self) -> tuple[str, ...]:
        """Return the choice ids of a shortest route from the start to the goal.

        The result is empty if there is no route, or if the start already meets the goal.
        """
        graph, get_value = self._reachability.graph, self._reachability.zdd.get_value
        passage, flags = graph.start, 0
        route: list[str] = []
        for left in range(self.start_distance or 0, 0, -1):
            layer = self.layers[left - 1]
            for edge in graph.edges[passage]:
                after = edge.apply(flags) & self._reachability.live_flags[edge.target]
                if edge.is_open(flags) and get_value(layer.get(edge.target, EMPTY), after):
                    route.append(graph.structure.choices[edge.choice].id)
                    passage, flags = edge.target, after
                    break
        return tuple(route)
