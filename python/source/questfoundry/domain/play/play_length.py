"""How a story is played: what one playthrough comes to.

A player by chance takes each open choice as often as any other. Nothing is drawn: what is said
is what comes of infinitely many such players.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add

from attrs import frozen

from questfoundry.domain.play.dataflow import is_terminating, propagate_values
from questfoundry.domain.play.graph import build_graph
from questfoundry.domain.play.reach import Reachability
from questfoundry.domain.play.shares import divide_share, sum_by_ending
from questfoundry.domain.play.weighted_zdd import add_shares
from questfoundry.domain.play.zdd import Zdd
from questfoundry.domain.play.zdd_ops import MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure

_Value = tuple[float, ...]
"""A share of players, and the least and most screens, decisions and lone ways on so far."""


@frozen(kw_only=True)
class Spread:
    """A number that differs from playthrough to playthrough; ``mean`` is that by chance."""

    least: int
    most: int
    mean: float


@frozen(kw_only=True)
class PlayLength:
    """What a playthrough to an ending comes to.

    ``screens`` are the passages it reads, one that is met again counted again; ``decisions``
    those in which two choices or more are open, ``onward`` those with a single one. ``endings``
    says which share of players by chance comes to each, ``met`` how often each passage is read.
    """

    screens: Spread
    decisions: Spread
    single_choices: Spread
    endings: Mapping[str, float]
    visits: Mapping[str, float]


def measure_play_length(structure: Structure, *, max_steps: int = MAX_STEPS) -> PlayLength | None:
    """The pace of a well-formed structure.

    ``None`` where no ending is reached, where a player may go round for ever, or where it takes
    more than ``most`` steps to find out.
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
    """Players who meet: their shares together, and the least and the most of what was read."""
    return (
        add_shares(fewest_single[0], other[0]),
        *(
            max(pair) if at % 2 else min(pair)
            for at, pair in enumerate(zip(fewest_single[1:], other[1:], strict=True))
        ),
    )


def _advance_value(value: _Value, choices: int) -> _Value:
    """Players who take one of so many choices."""
    share, *counts = value
    more = (1, 1, choices > 1, choices > 1, choices == 1, choices == 1)
    return (divide_share(share, choices), *map(add, counts, more))
