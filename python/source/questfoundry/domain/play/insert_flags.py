"""What players hold of the flags that only inserts read, without telling them apart by these.

A flag that no choice reads does not say what a player can do. So players are told apart by the
flags of choices alone, and of each other flag it is known who of these holds it, and who lacks
it: one family for all flags of which the same ones do.
"""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.play.graph import Edge, iter_bits
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.zdd_ops import EMPTY

_Partition = Mapping[int, int]
"""Families, each with the flags that all in it may hold, or lack."""


class TextFlags:
    """The players of each passage by flags that inserts there or later read, and no choice."""

    def __init__(self, reach: Reachability) -> None:
        self._reachability = reach
        nobody: _Partition = {EMPTY: -1}
        self._partitions = {held: [nobody] * len(reach.families) for held in (True, False)}
        for component in reach.graph.components:
            while self._update_component(component) and component[0] in reach.loops:
                pass

    def get_family(self, place: int, flag: int, *, held: bool) -> int:
        """Those who may hold the flag in the passage, or lack it."""
        reach = self._reachability
        if reach.live_flags[place] & flag:
            return reach.zdd.restrict(reach.families[place], held * flag, flag * (not held))
        partition = self._partitions[held][place]
        return next(family for family, flags in partition.items() if flags & flag)

    def _update_component(self, component: tuple[int, ...]) -> bool:
        """Have players come to these passages; whether more is known of any."""
        grown = False
        for held, partition in self._partitions.items():
            for place in component:
                found = self._compute_partition(place, held=held)
                grown = grown or found != partition[place]
                partition[place] = found
        return grown

    def _compute_partition(self, place: int, *, held: bool) -> _Partition:
        reach, zdd = self._reachability, self._reachability.zdd
        wanted = reach.graph.live_with_text[place] & ~reach.live_flags[place]
        is_start = place == reach.graph.start and not held
        found: _Partition = {zdd.make_leaf() if is_start else EMPTY: wanted}
        for edge in reach.graph.incoming(place):
            incoming = self._apply_edge(edge, wanted, held=held)
            joined: dict[int, int] = {}
            for one, flags in found.items():
                for other, others in incoming.items():
                    if both := flags & others:
                        combined = zdd.union(one, other)
                        joined[combined] = joined.get(combined, 0) | both
            found = joined
        return found

    def _apply_edge(self, edge: Edge, wanted: int, *, held: bool) -> _Partition:
        """The same behind a choice, of the flags that are asked for."""
        reach, zdd = self._reachability, self._reachability.zdd
        here, granted = reach.families[edge.source], wanted & edge.grants
        cleared = wanted & edge.clears & ~granted
        before = [(here if held else EMPTY, granted), (EMPTY if held else here, cleared)]
        wanted ^= granted | cleared
        before += [
            (each, flags & wanted) for each, flags in self._partitions[held][edge.source].items()
        ]
        before += [
            (self.get_family(edge.source, flag, held=held), flag)
            for flag in iter_bits(wanted & reach.live_flags[edge.source])
        ]
        found: dict[int, int] = {}
        for family, flags in before:
            if flags:
                after = zdd.image(family, edge, reach.live_flags[edge.target])
                found[after] = found.get(after, 0) | flags
        return found
