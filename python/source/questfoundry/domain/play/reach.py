"""What players may hold in each passage, all of them at once.

Passages are looked at in the order of the story, those of a loop until nothing new is found: each
passage is left about once, whatever the number of players who come there.
"""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.loop import Loop, loop_of
from questfoundry.domain.play.zdd import Families
from questfoundry.domain.play.zdd_ops import EMPTY, TooManyStepsError


class Reach:
    """The family ``at`` each passage of the sets of flags that players may hold there.

    Of the flags these are the ones to ``keep``; ``looked_at`` are those that the graph was left
    with, where it forgot some. It is ``complete`` unless it took too many
    steps; then what is ``known`` are the passages that could be left before. ``taken`` are
    choices that somebody can take, all but some in loops. ``loops`` are by their first passage.
    """

    def __init__(self, graph: Graph, families: Families, *, looked_at: int = -1) -> None:
        self.graph = graph
        self.looked_at = looked_at
        self.families = families
        self.keep = list(graph.live)
        self.at = [EMPTY] * len(graph.edges)
        self.taken = set[int]()
        self.known = [False] * len(graph.edges)
        self._parted: dict[int, Mapping[int, int]] = {}
        self.loops = {circle[0]: loop_of(graph, circle) for circle in graph.circles}
        self.complete = self._settle_all()

    def _settle_all(self) -> bool:
        self.at[self.graph.start] = self.families.leaf()
        try:
            for group in self.graph.groups:
                if loop := self.loops.get(group[0]):
                    self._go_round(loop)
                for place in group:
                    self.known[place] = True
                for place in group:
                    self._leave(place)
        except (TooManyStepsError, RecursionError):
            return False
        return True

    def _leave(self, place: int) -> None:
        """Have players go on to passages that are settled later."""
        if not self.at[place]:
            return
        known = self.known
        for edge in self.graph.edges[place]:
            if not known[edge.target]:
                self._take(edge)

    def parted(self, place: int) -> Mapping[int, int]:
        """Those who may be in a passage, by how many choices they have."""
        found = self._parted.get(place)
        if found is None:
            found = self.families.parted(self.at[place], self.graph.edges[place])
            self._parted[place] = found
        return found

    def _go_round(self, loop: Loop) -> None:
        """Leave the passages of a loop until nothing new comes back to them."""
        at = self.at
        for place, other in loop.alike.items():
            at[other] = self.families.union(at[other], at[place])
        loop.go_round(self._take)
        for place, other in loop.alike.items():
            at[place] = at[other]
        for edge in loop.passing:
            self._take(edge)

    def _take(self, edge: Edge) -> bool:
        """Have players take a choice; whether anybody new comes."""
        at, target = self.at, edge.target
        coming = self.families.after(at[edge.source], edge, self.keep[target])
        if not coming:
            return False
        self.taken.add(edge.choice)
        before = at[target]
        if coming == before:
            return False
        at[target] = found = self.families.union(before, coming)
        return found != before
