"""What players may hold in each passage, all of them at once.

Passages are looked at in the order of the story, those of a loop until nothing new is found: each
passage is left about once, whatever the number of players who come there.
"""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.loop import Loop, build_loop
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import EMPTY, TooManyStepsError


class Reachability:
    """The family ``at`` each passage of the sets of flags that players may hold there.

    Of the flags these are the ones to ``keep``; ``looked_at`` are those that the graph was left
    with, where it forgot some. It is ``complete`` unless it took too many
    steps; then what is ``known`` are the passages that could be left before. ``taken`` are
    choices that somebody can take, all but some in loops. ``loops`` are by their first passage.
    """

    def __init__(self, graph: Graph, zdd: Zdd, *, tracked_flags: int = -1) -> None:
        self.graph = graph
        self.tracked_flags = tracked_flags
        self.zdd = zdd
        self.live_flags = list(graph.live)
        self.families = [EMPTY] * len(graph.edges)
        self.open_choices = set[int]()
        self.is_final = [False] * len(graph.edges)
        self._partitions: dict[int, Mapping[int, int]] = {}
        self.loops = {circle[0]: build_loop(graph, circle) for circle in graph.cyclic_components}
        self.is_complete = self._compute_fixpoint()

    def _compute_fixpoint(self) -> bool:
        self.families[self.graph.start] = self.zdd.make_leaf()
        try:
            for group in self.graph.components:
                if loop := self.loops.get(group[0]):
                    self._close_loop(loop)
                for place in group:
                    self.is_final[place] = True
                for place in group:
                    self._leave_passage(place)
        except (TooManyStepsError, RecursionError):
            return False
        return True

    def _leave_passage(self, place: int) -> None:
        """Have players go on to passages that are settled later."""
        if not self.families[place]:
            return
        known = self.is_final
        for edge in self.graph.edges[place]:
            if not known[edge.target]:
                self._take_edge(edge)

    def partition_by_open_choices(self, place: int) -> Mapping[int, int]:
        """Those who may be in a passage, by how many choices they have."""
        found = self._partitions.get(place)
        if found is None:
            found = self.zdd.partition_by_open_choices(
                self.families[place], self.graph.edges[place]
            )
            self._partitions[place] = found
        return found

    def _close_loop(self, loop: Loop) -> None:
        """Leave the passages of a loop until nothing new comes back to them."""
        at = self.families
        for place, other in loop.representative.items():
            at[other] = self.zdd.union(at[other], at[place])
        loop.run_worklist(self._take_edge)
        for place, other in loop.representative.items():
            at[place] = at[other]
        for edge in loop.pass_through_edges:
            self._take_edge(edge)

    def _take_edge(self, edge: Edge) -> bool:
        """Have players take a choice; whether anybody new comes."""
        at, target = self.families, edge.target
        coming = self.zdd.image(at[edge.source], edge, self.live_flags[target])
        if not coming:
            return False
        self.open_choices.add(edge.choice)
        before = at[target]
        if coming == before:
            return False
        at[target] = found = self.zdd.union(before, coming)
        return found != before
