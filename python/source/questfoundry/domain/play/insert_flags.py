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
        for group in reach.graph.components:
            while self._update_component(group) and group[0] in reach.loops:
                pass

    def get_family(self, place: int, flag: int, *, held: bool) -> int:
        """Those who may hold the flag in the passage, or lack it."""
        reach = self._reachability
        if reach.live_flags[place] & flag:
            return reach.zdd.restrict(reach.families[place], held * flag, flag * (not held))
        parts = self._partitions[held][place]
        return next(family for family, flags in parts.items() if flags & flag)

    def _update_component(self, group: tuple[int, ...]) -> bool:
        """Have players come to these passages; whether more is known of any."""
        grown = False
        for held, parts in self._partitions.items():
            for place in group:
                found = self._compute_partition(place, held=held)
                grown = grown or found != parts[place]
                parts[place] = found
        return grown

    def _compute_partition(self, place: int, *, held: bool) -> _Partition:
        reach, zdd = self._reachability, self._reachability.zdd
        asked = reach.graph.live_with_text[place] & ~reach.live_flags[place]
        begins = place == reach.graph.start and not held
        found: _Partition = {zdd.make_leaf() if begins else EMPTY: asked}
        for edge in reach.graph.incoming(place):
            coming = self._apply_edge(edge, asked, held=held)
            joined: dict[int, int] = {}
            for one, flags in found.items():
                for other, others in coming.items():
                    if both := flags & others:
                        whole = zdd.union(one, other)
                        joined[whole] = joined.get(whole, 0) | both
            found = joined
        return found

    def _apply_edge(self, edge: Edge, asked: int, *, held: bool) -> _Partition:
        """The same behind a choice, of the flags that are asked for."""
        reach, zdd = self._reachability, self._reachability.zdd
        here, granted = reach.families[edge.source], asked & edge.grants
        cleared = asked & edge.clears & ~granted
        before = [(here if held else EMPTY, granted), (EMPTY if held else here, cleared)]
        asked ^= granted | cleared
        before += [
            (each, flags & asked) for each, flags in self._partitions[held][edge.source].items()
        ]
        before += [
            (self.get_family(edge.source, flag, held=held), flag)
            for flag in iter_bits(asked & reach.live_flags[edge.source])
        ]
        found: dict[int, int] = {}
        for family, flags in before:
            if flags:
                after = zdd.image(family, edge, reach.live_flags[edge.target])
                found[after] = found.get(after, 0) | flags
        return found
