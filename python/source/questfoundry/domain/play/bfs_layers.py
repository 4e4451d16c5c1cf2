"""How far players are from a goal: in rings around it, one choice after the other."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.zdd_ops import EMPTY


class BfsLayers:
    """Families by passage, in rings: the goal, from where one choice leads there, and so on.

    Only what players may hold counts. With ``whole`` there are all rings; without, no more than
    it takes to the start. ``looked_at`` is how many choices were looked at for that.
    """

    def __init__(
        self, reach: Reachability, goal: Mapping[int, int], *, all_layers: bool = False
    ) -> None:
        self._reachability = reach
        self.layers: list[dict[int, int]] = []
        self.examined_edges = 0
        self._layers_by_passage: dict[int, list[tuple[int, int]]] = {}
        layer = {place: family for place, family in goal.items() if family}
        seen = dict(layer)
        while layer:
            for place, family in layer.items():
                self._layers_by_passage.setdefault(place, []).append((len(self.layers), family))
            self.layers.append(layer)
            if not all_layers and self.start_distance is not None:
                return
            layer = self._expand_layer(layer, seen)

    def _expand_layer(self, layer: Mapping[int, int], seen: dict[int, int]) -> dict[int, int]:
        reach, zdd = self._reachability, self._reachability.zdd
        next_layer: dict[int, int] = {}
        for place, family in layer.items():
            keep = reach.live_flags[place]
            into = reach.graph.incoming(place)
            self.examined_edges += len(into)
            for edge in into:
                source = edge.source
                found = zdd.preimage(reach.families[source], edge, keep, family)
                new = zdd.difference(found, seen.get(source, EMPTY))
                if new:
                    seen[source] = zdd.union(seen.get(source, EMPTY), new)
                    next_layer[source] = zdd.union(next_layer.get(source, EMPTY), new)
        return next_layer

    @property
    def start_distance(self) -> int | None:
        """How many choices lead from the start to the goal at least; ``None`` where none do."""
        return self.distance(self._reachability.graph.start, 0)

    def distance(self, place: int, flags: int) -> int | None:
        """How many choices lead from there to the goal; ``None`` where none do."""
        value = self._reachability.zdd.get_value
        return next(
            (n for n, family in self._layers_by_passage.get(place, ()) if value(family, flags)),
            None,
        )

    def min_distance(self, place: int) -> int | None:
        """The fewest choices to the goal for any player there."""
        rings = self._layers_by_passage.get(place)
        return rings[0][0] if rings else None

    def build_route(self) -> tuple[str, ...]:
        """The ids of the choices of a shortest route from the start."""
        graph, value = self._reachability.graph, self._reachability.zdd.get_value
        place, flags = graph.start, 0
        taken: list[str] = []
        for left in range(self.start_distance or 0, 0, -1):
            layer = self.layers[left - 1]
            for edge in graph.edges[place]:
                after = edge.apply(flags) & self._reachability.live_flags[edge.target]
                if edge.is_open(flags) and value(layer.get(edge.target, EMPTY), after):
                    taken.append(graph.structure.choices[edge.choice].id)
                    place, flags = edge.target, after
                    break
        return tuple(taken)
