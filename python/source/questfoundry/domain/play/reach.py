"""What players may hold in each passage, all of them at once.

Passages are looked at in the order of the story, those of a loop until nothing new is found: each
passage is left about once, whatever the number of players who come there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from heapq import heapify, heappop, heappush

from questfoundry.domain.play.families import EMPTY, Families, TooManyStepsError
from questfoundry.domain.play.graph import Edge, Graph


class Reach:
    """The family ``at`` each passage of the sets of flags that players may hold there.

    Of the flags these are the ones to ``keep``; ``looked_at`` are those that the graph was left
    with, where it forgot some. It is ``complete`` unless it took too many
    steps; then what is ``known`` are the passages that could be left before.
    """

    def __init__(self, graph: Graph, families: Families, *, looked_at: int = -1) -> None:
        self.graph = graph
        self.looked_at = looked_at
        self.families = families
        self.keep = list(graph.live)
        self.at = [EMPTY] * len(graph.edges)
        self.known = [False] * len(graph.edges)
        self.at[graph.start] = families.leaf()
        self.complete = self._settle_all(graph.groups)

    def beside(self, flag: int, places: Sequence[int]) -> Mapping[int, int]:
        """The families of these places with a flag more: of all where it is of interest."""
        found, region = copy(self), frozenset(places)
        found.keep, found.at = list(self.keep), list(self.at)
        for place in places:
            found.keep[place] |= flag
            found.at[place] = self.families.leaf() if place == self.graph.start else EMPTY
        for place in places:
            for source, edge in self.graph.into[place]:
                if source not in region:
                    found.enter(edge, self.at[source])
        for group in dict.fromkeys(sorted(self.graph.group_of[place] for place in places)):
            found.settle([place for place in self.graph.groups[group] if place in region])
        return {place: found.at[place] for place in places}

    def _settle_all(self, groups: Sequence[Sequence[int]]) -> bool:
        try:
            for group in groups:
                self.settle(group)
                for place in group:
                    self.known[place] = True
        except (TooManyStepsError, RecursionError):
            return False
        return True

    def settle(self, group: Sequence[int]) -> None:
        """Leave the passages of a loop, or one alone, until nothing new comes back to them."""
        rank = {place: number for number, place in enumerate(group)}
        new = {place: self.at[place] for place in group if self.at[place]}
        waiting = [(rank[place], place) for place in new]
        heapify(waiting)
        while waiting:
            _, place = heappop(waiting)
            found = new.pop(place)
            for edge in self.graph.edges[place]:
                target = edge.target
                more = self.enter(edge, found)
                if more and target in rank:
                    if target not in new:
                        heappush(waiting, (rank[target], target))
                    new[target] = self.families.union(new.get(target, EMPTY), more)

    def enter(self, edge: Edge, family: int) -> int:
        """Who comes there by a choice and was not there before."""
        target = edge.target
        found = self.families.after(family, edge, self.keep[target])
        if found == self.at[target]:
            return EMPTY
        more = self.families.minus(found, self.at[target])
        if more:
            self.at[target] = self.families.union(self.at[target], more)
        return more
