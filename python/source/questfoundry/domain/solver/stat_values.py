"""Measure which values a stat has for random players, and choose the threshold of a reading."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

from attrs import evolve

from questfoundry.domain.solver.dataflow import find_arriving_families, is_terminating
from questfoundry.domain.solver.factored_weights import WeightedZdd
from questfoundry.domain.solver.graph import Graph, build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.shares import divide_share
from questfoundry.domain.solver.value_ranges import Values, find_value_ranges
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import Level, make_level

LEAST_SIDE = 0.25
"""The least share of random players that each side of a reading should have."""

ValueShares = Mapping[str, Mapping[int, float]]
"""How often a random player visits each passage with each value of a stat, by passage id."""


@lru_cache(maxsize=8)
def measure_values(
    structure: Structure, stat: str, *, max_steps: int = MAX_STEPS
) -> ValueShares | None:
    """Return how often a random player is in each passage with each value of ``stat`` (an id).

    A random player takes each open choice with equal probability. The numbers of a passage add up
    to its mean number of visits, which is at most 1 outside loops. A passage that no player visits
    is missing. The result is ``None`` if a player can stay in a loop forever, or if the analysis
    takes more than ``max_steps`` steps.
    """
    ranges = find_value_ranges(structure)
    try:
        graph = _build_tracking_graph(structure, stat, ranges)
        reach = Reachability(graph, Zdd(max_steps=max_steps))
        if not reach.is_complete or not is_terminating(reach):
            return None
        return _sum_shares(graph, stat, ranges, WeightedZdd(max_steps))
    except (TooManyStepsError, RecursionError):
        return None


def pick_threshold(structure: Structure, stat: str, passages: Collection[str]) -> Level | None:
    """Return the level of ``stat`` that divides the random players in ``passages`` best.

    ``stat`` and ``passages`` are ids; give the copies of a passage together. A condition on the
    level is met by 25 to 75% of the random players who are there, as near to half as possible.
    Among equally good levels, the level nearest to 0 is taken. The result is ``None`` if no level
    divides the players so, or if the shares cannot be computed.
    """
    visits = defaultdict[int, float](float)
    for passage, values in (measure_values(structure, stat) or {}).items():
        for value, share in values.items() if passage in passages else ():
            visits[value] += share
    total = sum(visits.values())
    sides = {
        make_level(stat, threshold): sum(visits[each] for each in visits if each >= threshold)
        for threshold in sorted(visits)[1:]
    }
    balanced = [
        (round(abs(share / total - 0.5), 9), abs(level.value), level.value, level)
        for level, share in sides.items()
        if LEAST_SIDE <= share / total <= 1 - LEAST_SIDE
    ]
    return min(balanced)[-1] if balanced else None


def _build_tracking_graph(structure: Structure, stat: str, ranges: Mapping[str, Values]) -> Graph:
    # A conditional text in every passage keeps the levels of the stat in the states of the players.
    tracking = evolve(
        structure,
        passages=tuple(
            evolve(
                passage,
                conditional_flags={
                    make_level(stat, each).id
                    for each in _list_thresholds(ranges.get(passage.id, {}), stat)
                },
            )
            for passage in structure.passages
        ),
    )
    graph = build_graph(tracking)
    return evolve(graph, live=graph.live_with_text)


def _list_thresholds(ranges: Values, stat: str) -> range:
    values = ranges.get(stat)
    return range(values.least + 1, values.greatest + 1) if values else range(0)


def _sum_shares(
    graph: Graph, stat: str, ranges: Mapping[str, Values], zdd: WeightedZdd
) -> ValueShares:
    found: dict[str, Mapping[int, float]] = {}
    families = find_arriving_families(graph, zdd, 1.0, divide_share)
    for passage, by_choice_count in zip(graph.structure.passages, families, strict=True):
        visits = defaultdict[int, float](float)
        for family in (each for some in by_choice_count.values() for each in some):
            values = ranges.get(passage.id, {}).get(stat)
            value, rest = values.least if values else 0, family
            for threshold in _list_thresholds(ranges.get(passage.id, {}), stat):
                level = make_level(stat, threshold)
                bit = graph.bits[level.id]
                below, rest = (
                    (zdd.restrict(rest, 0, bit), zdd.restrict(rest, bit))
                    if level.value > 0
                    else (zdd.restrict(rest, bit), zdd.restrict(rest, 0, bit))
                )
                visits[value] += zdd.total_value(below) or 0.0
                value = threshold
            visits[value] += zdd.total_value(rest) or 0.0
        if visits:
            found[passage.id] = {value: share for value, share in visits.items() if share}
    return found
