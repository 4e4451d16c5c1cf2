"""Measure which values a stat has for random players."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from attrs import evolve

from questfoundry.domain.solver.agency import PlayerFlow
from questfoundry.domain.solver.dataflow import find_arriving_families, is_terminating
from questfoundry.domain.solver.factored_weights import WeightedZdd
from questfoundry.domain.solver.graph import Graph, build_graph
from questfoundry.domain.solver.search import Search
from questfoundry.domain.solver.shares import divide_share
from questfoundry.domain.solver.value_ranges import ZERO, Interval, find_value_ranges
from questfoundry.domain.solver.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.stat import make_level

LEAST_SIDE = 0.25
"""The least share of random players that each side of a reading should have."""

_EPSILON = 1e-9
"""A share of random players that rounding does not reach; values with less are left out."""


class Visits(NamedTuple):
    """The mean number of visits of a random player to a passage.

    ``total``: all visits. ``holding``: the visits while the player holds a level, by level id.
    """

    total: float
    holding: Mapping[str, float]


ValueShares = Mapping[str, Mapping[int, float]]
"""The mean visits of a random player to each passage, by passage id and by value of a stat."""


@lru_cache(maxsize=8)
def measure_values(
    structure: Structure, stat: str, *, max_steps: int = MAX_STEPS
) -> ValueShares | None:
    """Return how often a random player is in each passage with each value of ``stat`` (an id).

    A random player takes each open choice with equal probability. The numbers of a passage add up
    to its mean number of visits, which is at most 1 outside loops. A passage that no player visits
    is missing, and so is a value that fewer than one in a billion players have. The result is
    ``None`` if a player can stay in a loop forever, or if the analysis takes more than
    ``max_steps`` steps.
    """
    ranges = find_value_ranges(structure)
    values = {place.id: ranges.get(place.id, {}).get(stat, ZERO) for place in structure.passages}
    levels = {
        place: {make_level(stat, each).id for each in range(least + 1, greatest + 1)}
        for place, (least, greatest) in values.items()
    }
    measured = measure_levels(structure, levels, max_steps=max_steps)
    if measured is None:
        return None
    return {
        place: _divide_visits(visits, stat, values[place]) for place, visits in measured.items()
    }


def measure_levels(
    structure: Structure, levels: Mapping[str, Collection[str]], *, max_steps: int = MAX_STEPS
) -> Mapping[str, Visits] | None:
    """Return the mean visits of a random player to each passage, in total and with some levels.

    ``levels`` maps the id of a passage to the ids of the levels of interest. A passage that no
    player visits is missing. The result is ``None`` in the cases of :func:`measure_values`.
    """
    try:
        graph = _build_tracking_graph(structure, levels)
        search = Search(graph=graph, max_steps=max_steps)
        if search.players:
            return measure_states(search.players, levels)
        if not search.is_complete() or not is_terminating(search.reachability):
            return None
        return dict(_iter_visits(graph, levels, WeightedZdd(max_steps)))
    except (TooManyStepsError, RecursionError):
        return None


def measure_states(
    players: PlayerFlow, levels: Mapping[str, Collection[str]]
) -> Mapping[str, Visits]:
    """Return the result of :func:`measure_levels`; the states of ``players`` hold the levels."""
    space, found = players.space, dict[str, Visits]()
    for place, states in enumerate(space.by_passage):
        passage = space.graph.structure.passages[place].id
        if not states:
            continue
        shares = [(players.shares[state], space.flags[state]) for state in states]
        holding = {
            level: sum(share for share, flags in shares if flags & space.graph.bits[level])
            for level in levels.get(passage, ())
        }
        found[passage] = Visits(sum(share for share, _ in shares), holding)
    return found


def _build_tracking_graph(structure: Structure, levels: Mapping[str, Collection[str]]) -> Graph:
    # Conditional texts for the levels of interest keep these levels in the states of the players.
    tracking = evolve(
        structure,
        passages=tuple(
            evolve(passage, conditional_flags=levels.get(passage.id, ()))
            for passage in structure.passages
        ),
    )
    graph = build_graph(tracking)
    return evolve(graph, live=graph.live_with_text)


def _iter_visits(
    graph: Graph, levels: Mapping[str, Collection[str]], zdd: WeightedZdd
) -> Iterator[tuple[str, Visits]]:
    families_by_place = find_arriving_families(graph, zdd, 1.0, divide_share)
    for passage, found in zip(graph.structure.passages, families_by_place, strict=True):
        families = [*chain(*found.values())]
        holding = {
            level: sum(
                zdd.total_value(zdd.restrict(each, graph.bits[level])) or 0.0 for each in families
            )
            for level in levels.get(passage.id, ())
        }
        if families:
            yield passage.id, Visits(sum(map(zdd.total_value, families)), holding)


def _divide_visits(visits: Visits, stat: str, values: Interval) -> Mapping[int, float]:
    found: dict[int, float] = {}
    below = 0.0
    for value in range(values.least, values.greatest):
        level = make_level(stat, value + 1)
        held = visits.holding[level.id]
        up_to = visits.total - held if level.value > 0 else held
        found[value], below = up_to - below, up_to
    found[values.greatest] = visits.total - below
    return {value: share for value, share in found.items() if share > _EPSILON}
