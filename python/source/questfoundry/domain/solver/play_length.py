"""Measure the length of a story: the passages that a player reads, and the decisions.

All playthroughs are evaluated at once by forward dataflow. A random player takes every open choice
with equal probability; means and shares are exact expectations, not samples.
"""

from collections.abc import Mapping
from functools import reduce
from operator import add

from attrs import frozen

from questfoundry.domain.solver.dataflow import is_terminating, propagate_values
from questfoundry.domain.solver.factored_weights import add_shares
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.shares import divide_share, sum_by_ending
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure

_Value = tuple[float, ...]
"""A share of players; then the least and most screens, decisions and single choices so far."""


@frozen(kw_only=True)
class Spread:
    """The least and the greatest value of a number, with its mean for random players."""

    least: int
    most: int
    mean: float


@frozen(kw_only=True)
class PlayLength:
    """The length of playthroughs that come to an ending.

    ``screens``: the number of passages read; a passage counts each time that it is read.
    ``decisions``: the number of passages with two or more open choices.
    ``single_choices``: the number of passages with exactly one open choice.
    ``endings``: the share of random players who come to each ending, by ending id. A random player
      takes every open choice with equal probability.
    ``visits``: how often a random player reads each passage on average, by passage id.
    """

    screens: Spread
    decisions: Spread
    single_choices: Spread
    endings: Mapping[str, float]
    visits: Mapping[str, float]


def measure_play_length(structure: Structure, *, max_steps: int = MAX_STEPS) -> PlayLength | None:
    """Measure the length of the playthroughs of a well-formed structure.

    The result is ``None`` if no ending is reached, or if a player can stay in a loop forever. It is
    also ``None`` if the analysis takes more than ``max_steps`` steps.
    """
    try:
        graph = build_graph(structure)
        reach = Reachability(graph, Zdd(max_steps=max_steps))
        if not reach.is_complete or not is_terminating(reach):
            return None
        found = propagate_values(
            graph, Zdd(combine=_merge_values, max_steps=max_steps), (1.0, *[0] * 6), _advance_value
        )
    except (TooManyStepsError, RecursionError):
        return None
    shares = [{choices: value[0] for choices, value in each.items()} for each in found]
    end_values = [
        reduce(_merge_values, each.values())
        for each, passage in zip(found, structure.passages, strict=True)
        if passage.ending and each
    ]
    if not end_values:
        return None
    visits = [sum(each.values()) for each in shares]
    deciding = sum(share for each in shares for choices, share in each.items() if choices > 1)
    _, least, most_read, fewest, most_decided, fewest_single, most_single = reduce(
        _merge_values, end_values
    )
    return PlayLength(
        screens=Spread(least=least + 1, most=most_read + 1, mean=sum(visits)),
        decisions=Spread(least=fewest, most=most_decided, mean=deciding),
        single_choices=Spread(
            least=fewest_single, most=most_single, mean=sum(each.get(1, 0.0) for each in shares)
        ),
        endings=sum_by_ending(structure, visits),
        visits={passage.id: each for passage, each in zip(structure.passages, visits, strict=True)},
    )


def _merge_values(fewest_single: _Value, other: _Value) -> _Value:
    return (
        add_shares(fewest_single[0], other[0]),
        *(
            max(pair) if at % 2 else min(pair)
            for at, pair in enumerate(zip(fewest_single[1:], other[1:], strict=True))
        ),
    )


def _advance_value(value: _Value, choices: int) -> _Value:
    share, *counts = value
    more = (1, 1, choices > 1, choices > 1, choices == 1, choices == 1)
    return (divide_share(share, choices), *map(add, counts, more))
