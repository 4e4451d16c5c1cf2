"""Find which players can have the flags that only conditional texts read, without adding states.

No choice reads these flags, so they do not influence what a player can do. For each such flag, two
families of sets of other flags are stored. One belongs to the players who may have the flag, the
second to the players who may lack it. Flags with equal families are stored together. The families
of a passage therefore divide these flags into groups. Where routes meet, groups may be split.
"""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.solver.graph import Edge, iter_bits
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd_ops import EMPTY

_Partition = Mapping[int, int]
"""A mapping from families to the masks of flags that exactly those players may have, or lack."""


class TextFlags:
    """The players who may have, or may lack, each flag that only conditional texts read."""

    def __init__(self, reach: Reachability) -> None:
        self._reachability = reach
        nobody: _Partition = {EMPTY: -1}
        self._partitions = {held: [nobody] * len(reach.families) for held in (True, False)}
        for component in reach.graph.components:
            while self._update_component(component) and component[0] in reach.loops:
                pass

    def get_family(self, place: int, flag: int, *, held: bool) -> int:
        """Return the flag sets with which players in passage ``place`` may have the flag ``flag``.

        If ``held`` is false, return the flag sets with which players may lack the flag.
        """
        reach = self._reachability
        if reach.live_flags[place] & flag:
            return reach.zdd.restrict(reach.families[place], held * flag, flag * (not held))
        partition = self._partitions[held][place]
        return next(family for family, flags in partition.items() if flags & flag)

    def _update_component(self, component: tuple[int, ...]) -> bool:
        """Recompute which players in a component's passages may have or lack each text flag.

        Return whether any result changed.
        """
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
            # The coarsest common refinement of both partitions of the flags: flags stay in one
            # block while the same players have them.
            joined: dict[int, int] = {}
            for one, flags in found.items():
                for other, others in incoming.items():
                    if both := flags & others:
                        combined = zdd.union(one, other)
                        joined[combined] = joined.get(combined, 0) | both
            found = joined
        return found

    def _apply_edge(self, edge: Edge, wanted: int, *, held: bool) -> _Partition:
        """Return the flag sets with which players may have, or lack, each flag after ``edge``.

        ``held`` says whether they have or lack the flag. ``wanted`` is the mask of the flags to
        consider. The result maps families to masks: each mask contains the flags with the same
        family of flag sets.
        """
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
