"""What players may hold in each passage, all of them at once.

Passages are looked at in the order of the story, those of a loop until nothing new is found: each
passage is left about once, whatever the number of players who come there.
"""

from __future__ import annotations

from collections.abc import Sequence

from questfoundry.domain.play.families import EMPTY, Families, TooManyStepsError
from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.loop import Loop, loop_of


class Reach:
    """The family ``at`` each passage of the sets of flags that players may hold there.

    Of the flags these are the ones to ``keep``; ``looked_at`` are those that the graph was left
    with, where it forgot some. It is ``complete`` unless it took too many
    steps; then what is ``known`` are the passages that could be left before. ``loops`` are by
    their first passage.
    """

    def __init__(self, graph: Graph, families: Families, *, looked_at: int = -1) -> None:
        self.graph = graph
        self.looked_at = looked_at
        self.families = families
        self.keep = list(graph.live)
        self.at = [EMPTY] * len(graph.edges)
        self.known = [False] * len(graph.edges)
        self.loops = {circle[0]: loop_of(graph, circle) for circle in graph.circles}
        self.complete = self._settle_all()

    def _settle_all(self) -> bool:
        try:
            for group in self.graph.groups:
                self._settle(group)
                for place in group:
                    self.known[place] = True
        except (TooManyStepsError, RecursionError):
            return False
        return True

    def _settle(self, group: Sequence[int]) -> None:
        """Have players come to these passages from all that are settled."""
        for place in group:
            self.at[place] = self.families.leaf() if place == self.graph.start else EMPTY
        for place in group:
            for source, edge in self.graph.into[place]:
                self._take(source, edge)
        if group[0] in self.loops:
            self._go_round(self.loops[group[0]])

    def _go_round(self, loop: Loop) -> None:
        """Leave the passages of a loop until nothing new comes back to them."""
        at = self.at
        for place, other in loop.alike.items():
            at[other] = self.families.union(at[other], at[place])
        loop.go_round(self._take)
        for place, other in loop.alike.items():
            at[place] = at[other]
        for source, edge in loop.passing:
            self._take(source, edge)

    def _take(self, source: int, edge: Edge) -> bool:
        """Have players take a choice; whether anybody new comes."""
        coming = self.families.after(self.at[source], edge, self.keep[edge.target])
        found = self.families.union(self.at[edge.target], coming)
        grown = found != self.at[edge.target]
        self.at[edge.target] = found
        return grown
