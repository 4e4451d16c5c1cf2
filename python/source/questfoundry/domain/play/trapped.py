"""Where play must go on for ever: no ending is ahead, whatever is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.play.diagrams import EMPTY
from questfoundry.domain.play.graph import Edge
from questfoundry.domain.play.loop import Loop
from questfoundry.domain.play.reach import Reach


def trapped(reach: Reach) -> Mapping[int, int]:
    """Those who have just come to where no ending, and no passage without a choice, is ahead."""
    families, graph = reach.families, reach.graph
    free = _Free(reach).at
    entered: dict[int, int] = {}
    for place, family in enumerate(reach.at):
        shut = families.minus(family, free[place])
        if not shut:
            continue
        found = EMPTY if place != graph.start else families.where(shut, 0, -1)
        for edge in graph.into(place):
            coming = families.after(free[edge.source], edge, reach.keep[place])
            found = families.union(found, families.common(shut, coming))
        if found:
            entered[place] = found
    return entered


class _Free:
    """Those ``at`` each passage who can come to an ending, or to where no choice is open."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self.at = [EMPTY] * len(reach.at)
        for group in reversed(reach.graph.groups):
            for place in group:
                self._leave(place)
            if group[0] in reach.loops:
                self._go_round(reach.loops[group[0]])

    def _leave(self, place: int) -> None:
        """Those who can leave the group from there, or cannot go on at all."""
        reach, families = self._reach, self._reach.families
        here, edges = reach.at[place], reach.graph.edges[place]
        if all(self._all_are(edge.target) for edge in edges):
            self.at[place] = here
            return
        self.at[place] = families.minus(here, families.opened(here, edges))
        group_of = reach.graph.group_of
        for edge in edges:
            if group_of[edge.target] != group_of[place]:
                self._take(edge)

    def _go_round(self, loop: Loop) -> None:
        for place, other in loop.alike.items():
            self.at[other] = self._reach.families.union(self.at[other], self.at[place])
        loop.go_round(self._take, back=True)
        for place, other in loop.alike.items():
            self.at[place] = self.at[other]
        for edge in loop.onward.values():
            self._take(edge)

    def _all_are(self, place: int) -> bool:
        return self.at[place] == self._reach.at[place] != EMPTY

    def _take(self, edge: Edge) -> bool:
        """Those who can take a choice to where some are free; whether they are more."""
        reach, source, target = self._reach, edge.source, edge.target
        before = self.at[source]
        if before == reach.at[source]:
            return False
        on = reach.at[source]
        if edge.requires | edge.forbids or not self._all_are(target):
            on = reach.families.before(on, edge, reach.keep[target], self.at[target])
        self.at[source] = reach.families.union(before, on)
        return self.at[source] != before
