"""Compute the exact share of random players who come to each ending."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from questfoundry.domain.solver.dataflow import (
    Region,
    build_single_region,
    is_terminating,
    split_into_regions,
)
from questfoundry.domain.solver.factored_weights import (
    Factor,
    WeightedZdd,
    add_shares,
    compute_marginal,
)
from questfoundry.domain.solver.graph import IDENTITY_EDGE, Edge, iter_bits
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd_ops import EMPTY, MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure

_Arrivals = dict[int, float]
"""The players who come to a passage: weighted families, each with a factor for its weights."""

FEW_FLAGS = 4
"""The highest number of live flags for which a region's joint distribution covers all of them."""

JOINT_STEPS = 60_000
"""The step limit for the joint distribution of all flags that a region reads."""


def divide_share(share: float, choices: int) -> float:
    """Return ``share`` divided by the number of open choices, ``choices``."""
    return add_shares(share / choices, 0.0) if choices > 1 else share


def compute_ending_shares(
    reach: Reachability, *, max_steps: int = MAX_STEPS
) -> Mapping[str, float] | None:
    """Return the share of random players who come to each ending, by ending id.

    The result is ``None`` if a player can stay in a loop forever. Raise ``TooManyStepsError`` if
    ``reach`` is incomplete or the computation needs more than ``max_steps`` steps.
    """
    if not reach.is_complete:
        raise TooManyStepsError
    if not is_terminating(reach):
        return None
    try:
        shares = _RandomPlayers(
            reach, split_into_regions(reach.graph), max_steps // 2
        ).compute_end_shares()
    except TooManyStepsError:
        shares = _RandomPlayers(
            reach, [build_single_region(reach.graph)], max_steps // 2
        ).compute_end_shares()
    return sum_by_ending(reach.graph.structure, shares)


def sum_by_ending(structure: Structure, shares: Sequence[float]) -> Mapping[str, float]:
    """Return the share of players who come to each ending, by ending id.

    ``shares`` has the share of players whose story ends in each passage, in the structure's order.
    """
    endings: dict[str, float] = {}
    for passage, share in zip(structure.passages, shares, strict=True):
        if passage.ending:
            endings[passage.ending] = endings.get(passage.ending, 0.0) + share
    return endings


class _RandomPlayers:
    """The probability of each set of flags that a random player holds, region by region.

    A region's factor gives the probability of the flags after the region, for each set of flags
    that the region reads. ``_entry_factor`` is a joint distribution that replaces the factors of
    all regions before ``_first_region``.
    """

    def __init__(self, reach: Reachability, regions: Sequence[Region], max_steps: int) -> None:
        self._reachability, self._graph, self._regions = reach, reach.graph, regions
        self._zdd = WeightedZdd(max_steps)
        self._first_region, self._entry_factor = 0, Factor(0, self._zdd.make_leaf(1.0))
        self._region_factors: dict[int, Factor] = {}
        self._may_end_in = [
            any(reach.partition_by_open_choices(each).get(0) for each in region.iter_passages())
            for region in regions
        ]
        self._end_shares = [0.0] * len(self._graph.edges)

    def compute_end_shares(self) -> Sequence[float]:
        for number, ends in enumerate(self._may_end_in):
            if ends:
                self._add_end_shares(number)
        return self._end_shares

    def _add_end_shares(self, number: int) -> None:
        region = self._regions[number]
        flags = region.live if region.live.bit_count() <= FEW_FLAGS else region.reads
        factors = self._collect_factors(flags, number)
        try:
            with self._zdd.limit_steps(JOINT_STEPS):
                here = compute_marginal(self._zdd, factors, flags)
        except TooManyStepsError:
            self._add_end_shares_separately(number, factors)
            return
        end_families, after = self._run_region(region, here.family, flags)
        for place, family in end_families.items():
            self._end_shares[place] += self._zdd.total_value(family)
        # When the joint distribution covers all flags that are read later, it replaces the factors
        # of all regions so far.
        next_live = self._regions[number + 1].live if number + 1 < len(self._regions) else -1
        if not next_live & ~(flags | region.changes):
            self._first_region, self._entry_factor = number + 1, Factor(next_live, after)

    def _add_end_shares_separately(self, number: int, factors: Sequence[Factor]) -> None:
        """Add the shares of the players whose story ends in the region, passage by passage.

        If all players end here, the passage with the most flag sets gets the remaining share.
        """
        region, zdd = self._regions[number], self._zdd
        end_families, after = self._run_region(
            region, self._possible_entries(region), region.reads, kept_flags=region.reads
        )
        *rare, common = sorted(end_families, key=lambda place: zdd.count_sets(end_families[place]))
        for place in rare:
            self._end_shares[place] += self._compute_share(
                Factor(region.reads, end_families[place]), factors
            )
        if after:
            self._end_shares[common] += self._compute_share(
                Factor(region.reads, end_families[common]), factors
            )
        else:
            coming = compute_marginal(zdd, self._collect_factors(0, number), 0).family
            self._end_shares[common] += zdd.total_value(coming) - sum(
                map(self._end_shares.__getitem__, rare)
            )

    def _compute_share(self, some: Factor, factors: Sequence[Factor]) -> float:
        """Return the share of the players whose flag set is in ``some``, by the given ``factors``.

        Flags that are equal in all sets of ``some`` are first fixed in every factor.
        """
        zdd = self._zdd
        held = sum(flag for flag in iter_bits(some.flags) if not zdd.restrict(some.family, 0, flag))
        lacked = sum(flag for flag in iter_bits(some.flags) if not zdd.restrict(some.family, flag))
        fixed = held | lacked
        left = [
            Factor(
                each.flags & ~fixed,
                zdd.forget_flags(
                    zdd.restrict(each.family, held & each.flags, lacked & each.flags), fixed
                ),
            )
            for each in (some, *factors)
        ]
        return zdd.total_value(compute_marginal(zdd, left, 0).family) or 0.0

    def _collect_factors(self, flags: int, end: int) -> Sequence[Factor]:
        # Backwards from the region: a region is relevant if it changes a relevant flag or may end
        # playthroughs; the flags that it reads are relevant, too.
        factors, relevant = [self._entry_factor], flags
        self._zdd.steps += end - self._first_region
        for number in reversed(range(self._first_region, end)):
            if self._may_end_in[number] or self._regions[number].changes & relevant:
                factors.append(self._compute_region_factor(number))
                relevant |= self._regions[number].reads
        return factors

    def _compute_region_factor(self, number: int) -> Factor:
        if number not in self._region_factors:
            region, next_live = self._regions[number], self._regions[number + 1]
            _, after = self._run_region(
                region, self._possible_entries(region), region.reads, kept_flags=region.reads
            )
            self._region_factors[number] = Factor(
                region.reads | region.changes & next_live.live, after
            )
        return self._region_factors[number]

    def _possible_entries(self, region: Region) -> int:
        reach = self._reachability
        some = reach.zdd.image(reach.families[region.entry], IDENTITY_EDGE, region.reads)
        return self._zdd.copy_with_unit_weights(reach.zdd, some)

    def _run_region(
        self, region: Region, family: int, flags: int, *, kept_flags: int = 0
    ) -> tuple[Mapping[int, int], int]:
        """Return the players whose story ends in each passage, and those who leave ``region``.

        Both are weighted families. ``family`` contains the players who enter, with the flags
        ``flags``. Flags in the mask ``kept_flags`` keep the values with which players enter, even
        where no later choice reads them.
        """
        zdd, edges_by_passage, live = self._zdd, self._graph.edges, self._graph.live
        end_families: dict[int, int] = {}
        arriving: defaultdict[int, _Arrivals] = defaultdict(dict)
        if family:
            arriving[region.entry][family] = 1.0
        tracked = flags | region.changes
        for component in region.components:
            while here := {place: arriving.pop(place) for place in component if place in arriving}:
                for place, players in here.items():
                    share, here_family = self._merge_arrivals(players)
                    edges = _without_changes(edges_by_passage[place], kept_flags)
                    by_choice_count = self._reachability.partition_by_open_choices(place)
                    if len(by_choice_count) == 1:
                        by_choice_count = dict.fromkeys(by_choice_count, here_family)
                    else:
                        by_choice_count = zdd.partition_by_open_choices(
                            here_family, self._graph.options[place]
                        )
                    for choices, part in by_choice_count.items():
                        if not choices:
                            ended = zdd.scale(part, share)
                            end_families[place] = zdd.union(end_families.get(place, EMPTY), ended)
                            continue
                        each_share = divide_share(share, choices)
                        for edge in edges:
                            target = edge.target
                            if after := zdd.image(part, edge, live[target] & tracked | kept_flags):
                                _add_arrival(arriving[target], after, each_share)
        share, part = self._merge_arrivals(next(iter(arriving.values()), {}))
        return end_families, zdd.scale(part, share)

    def _merge_arrivals(self, players: _Arrivals) -> tuple[float, int]:
        """Return a factor and a weighted family, whose product gives the share of each set."""
        if len(players) == 1:
            [(family, share)] = players.items()
            return share, family
        zdd = self._zdd
        # The greatest share is factored out. Families with equal shares are united first: most
        # weights then stay 1 and share their nodes.
        by_share: dict[float, int] = {}
        for family, share in players.items():
            by_share[share] = zdd.union(by_share.get(share, EMPTY), family)
        greatest, whole = max(by_share, default=1.0), EMPTY
        for share, family in by_share.items():
            less = share / greatest if share != greatest else 1.0
            whole = zdd.union(whole, zdd.scale(family, less))
        return greatest, whole


def _without_changes(edges: Sequence[Edge], flags: int) -> Sequence[Edge]:
    """Return ``edges`` so that they change none of ``flags``, which no later choice reads."""
    if not flags:
        return edges
    return [
        edge._replace(grants=edge.grants & ~flags, clears=edge.clears & ~flags) for edge in edges
    ]


def _add_arrival(players: _Arrivals, family: int, share: float) -> None:
    previous = players.get(family)
    players[family] = share if previous is None else add_shares(previous, share)
