"""Where players by chance end, as shares of all of them.

A story is rows of passages, one after the other. What a row does to those who come to it hangs on
the flags that it reads, and on nothing else; so what is known of all flags together is what is
known of the flags of each row, multiplied, and never need be written down for all of them.
A player who comes back to a passage does so with other flags, as long as every loop runs out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from questfoundry.domain.play.dataflow import is_terminating
from questfoundry.domain.play.dominators import Region, build_single_region, split_into_regions
from questfoundry.domain.play.factored_weights import Factor, compute_marginal
from questfoundry.domain.play.graph import IDENTITY_EDGE, iter_bits
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.weighted_zdd import WeightedZdd, add_shares
from questfoundry.domain.play.zdd_ops import EMPTY, MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure

_Arrivals = dict[int, float]
"""Diagrams of who comes to a passage, each with what its values are multiplied by."""

FEW_FLAGS = 4
"""Where so few flags are still read, all that is known of them is written down."""

JOINT_STEPS = 60_000
"""In so many steps it is known of all flags of a row together what players hold, or it is not."""


def divide_share(share: float, choices: int) -> float:
    """The share of those who take one of so many choices."""
    return add_shares(share / choices, 0.0) if choices > 1 else share


def compute_ending_shares(
    reach: Reachability, *, max_steps: int = MAX_STEPS
) -> Mapping[str, float] | None:
    """Which share of players by chance comes to each ending; ``None`` where one can go for ever.

    ``TooManyStepsError`` is raised where it cannot be told.
    """
    if not reach.is_complete:
        raise TooManyStepsError
    if not is_terminating(reach):
        return None
    try:
        end_families = _RandomPlayers(
            reach, split_into_regions(reach.graph), max_steps // 2
        ).compute_end_shares()
    except TooManyStepsError:
        end_families = _RandomPlayers(
            reach, [build_single_region(reach.graph)], max_steps // 2
        ).compute_end_shares()
    return sum_by_ending(reach.graph.structure, end_families)


def sum_by_ending(structure: Structure, shares: Sequence[float]) -> Mapping[str, float]:
    """The shares of passages, by the ending that they are."""
    endings: dict[str, float] = {}
    for passage, share in zip(structure.passages, shares, strict=True):
        if passage.ending:
            endings[passage.ending] = endings.get(passage.ending, 0.0) + share
    return endings


class _RandomPlayers:
    """Players by chance, row by row; ``most`` bounds the steps.

    ``known`` is what is known of the flags that are read from the row ``begin`` on.
    """

    def __init__(self, reach: Reachability, regions: Sequence[Region], most: int) -> None:
        self._reachability, self._graph, self._regions = reach, reach.graph, regions
        self._zdd = WeightedZdd(most)
        self._first_region, self._entry_factor = 0, Factor(0, self._zdd.make_leaf(1.0))
        self._region_factors: dict[int, Factor] = {}
        self._may_end_in = [any(map(self._can_end, region.iter_passages())) for region in regions]
        self._end_shares = [0.0] * len(self._graph.edges)

    def compute_end_shares(self) -> Sequence[float]:
        """The share of those who end in each passage."""
        for number, ends in enumerate(self._may_end_in):
            if ends:
                self._add_end_shares(number)
        return self._end_shares

    def _can_end(self, place: int) -> bool:
        """Whether anybody's story is over there, or stuck."""
        return bool(self._reachability.partition_by_open_choices(place).get(0))

    def _add_end_shares(self, number: int) -> None:
        """Have players come to the row, and some of them end."""
        region = self._regions[number]
        flags = region.live if region.live.bit_count() <= FEW_FLAGS else region.reads
        known = self._collect_factors(flags, number)
        try:
            with self._zdd.limit_steps(JOINT_STEPS):
                here = compute_marginal(self._zdd, known, flags)
        except TooManyStepsError:
            self._add_end_shares_separately(number, known)
            return
        end_families, after = self._run_region(region, here.family, flags)
        for place, family in end_families.items():
            self._end_shares[place] += self._zdd.total_value(family)
        following = self._regions[number + 1].live if number + 1 < len(self._regions) else -1
        if not following & ~(flags | region.changes):
            self._first_region, self._entry_factor = number + 1, Factor(following, after)

    def _add_end_shares_separately(self, number: int, known: Sequence[Factor]) -> None:
        """The same without knowing all flags of the row at once, for one ending after the other.

        Where all who come to the row end in it, the commonest is what is left of them.
        """
        region, zdd = self._regions[number], self._zdd
        end_families, after = self._run_region(
            region, self._possible_entries(region), region.reads, kept=region.reads
        )
        *rare, common = sorted(end_families, key=lambda place: zdd.count_sets(end_families[place]))
        for place in rare:
            self._end_shares[place] += self._compute_share(
                Factor(region.reads, end_families[place]), known
            )
        if after:
            self._end_shares[common] += self._compute_share(
                Factor(region.reads, end_families[common]), known
            )
        else:
            coming = compute_marginal(zdd, self._collect_factors(0, number), 0).family
            self._end_shares[common] += zdd.total_value(coming) - sum(
                map(self._end_shares.__getitem__, rare)
            )

    def _compute_share(self, some: Factor, known: Sequence[Factor]) -> float:
        """The share of some players; what they all hold, or all lack, is asked of all others."""
        zdd = self._zdd
        held = sum(flag for flag in iter_bits(some.flags) if not zdd.restrict(some.family, 0, flag))
        lacked = sum(flag for flag in iter_bits(some.flags) if not zdd.restrict(some.family, flag))
        asked = held | lacked
        left = [
            Factor(
                each.flags & ~asked,
                zdd.forget_flags(
                    zdd.restrict(each.family, held & each.flags, lacked & each.flags), asked
                ),
            )
            for each in (some, *known)
        ]
        return zdd.total_value(compute_marginal(zdd, left, 0).family) or 0.0

    def _collect_factors(self, flags: int, end: int) -> Sequence[Factor]:
        """What is known of these flags before a row; what says nothing of them is left out."""
        known, wanted = [self._entry_factor], flags
        self._zdd.steps += end - self._first_region
        for number in reversed(range(self._first_region, end)):
            if self._may_end_in[number] or self._regions[number].changes & wanted:
                known.append(self._compute_region_factor(number))
                wanted |= self._regions[number].reads
        return known

    def _compute_region_factor(self, number: int) -> Factor:
        """What a row makes of those who come to it, whatever they hold of what it reads."""
        if number not in self._region_factors:
            region, following = self._regions[number], self._regions[number + 1]
            _, after = self._run_region(
                region, self._possible_entries(region), region.reads, kept=region.reads
            )
            self._region_factors[number] = Factor(
                region.reads | region.changes & following.live, after
            )
        return self._region_factors[number]

    def _possible_entries(self, region: Region) -> int:
        """All that anybody may hold who comes to the row, of what it reads."""
        reach = self._reachability
        some = reach.zdd.image(reach.families[region.entry], IDENTITY_EDGE, region.reads)
        return self._zdd.copy_with_unit_weights(reach.zdd, some)

    def _run_region(
        self, region: Region, family: int, flags: int, *, kept: int = 0
    ) -> tuple[Mapping[int, int], int]:
        """Who ends where in a row, and who comes to the next one.

        Of what they bring along only these flags are told apart, those to be ``kept`` to the end.
        """
        zdd, edges_by_passage, live = self._zdd, self._graph.edges, self._graph.live
        end_families: dict[int, int] = {}
        arriving: defaultdict[int, _Arrivals] = defaultdict(dict)
        if family:
            arriving[region.entry][family] = 1.0
        tracked = flags | region.changes
        for group in region.components:
            while here := {place: arriving.pop(place) for place in group if place in arriving}:
                for place, players in here.items():
                    share, here_family = self._merge_arrivals(players)
                    edges = edges_by_passage[place]
                    by_choice_count = self._reachability.partition_by_open_choices(place)
                    if len(by_choice_count) == 1:
                        by_choice_count = dict.fromkeys(by_choice_count, here_family)
                    else:
                        by_choice_count = zdd.partition_by_open_choices(here_family, edges)
                    for choices, part in by_choice_count.items():
                        if not choices:
                            over = zdd.scale(part, share)
                            end_families[place] = zdd.union(end_families.get(place, EMPTY), over)
                            continue
                        each_share = divide_share(share, choices)
                        for edge in edges:
                            target = edge.target
                            if after := zdd.image(part, edge, live[target] & tracked | kept):
                                _add_arrival(arriving[target], after, each_share)
        share, part = self._merge_arrivals(next(iter(arriving.values()), {}))
        return end_families, zdd.scale(part, share)

    def _merge_arrivals(self, players: _Arrivals) -> tuple[float, int]:
        """All players as one diagram, and what its values are multiplied by."""
        if len(players) == 1:
            [(family, share)] = players.items()
            return share, family
        zdd = self._zdd
        by_share: dict[float, int] = {}
        for family, share in players.items():
            by_share[share] = zdd.union(by_share.get(share, EMPTY), family)
        greatest, whole = max(by_share, default=1.0), EMPTY
        for share, family in by_share.items():
            less = share / greatest if share != greatest else 1.0
            whole = zdd.union(whole, zdd.scale(family, less))
        return greatest, whole


def _add_arrival(players: _Arrivals, family: int, share: float) -> None:
    known = players.get(family)
    players[family] = share if known is None else add_shares(known, share)
