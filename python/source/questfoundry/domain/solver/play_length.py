"""Count all playthroughs exactly, and measure the passages and decisions that a player reads.

All playthroughs are evaluated at once by forward dataflow. A random player takes every open choice
with equal probability; means and shares are exact expectations, not samples. In a story with
dilemmas, playthroughs with the same answers and the same ending count as one. Without dilemmas,
each sequence of choices is a playthrough.
"""

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from operator import add

from attrs import evolve, frozen

from questfoundry.domain.solver.dataflow import is_terminating, propagate_values
from questfoundry.domain.solver.factored_weights import add_shares
from questfoundry.domain.solver.graph import IDENTITY_EDGE, build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.shares import divide_share, sum_by_ending
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY, MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class PlaythroughCounts:
    """The number of playthroughs: in total, for each ending, and for each path.

    ``paths`` is empty for a structure without dilemmas.
    """

    total: int
    endings: Mapping[str, int]
    paths: Mapping[str, int]


def count_playthroughs(
    structure: Structure, *, max_steps: int = MAX_STEPS
) -> PlaythroughCounts | None:
    """Count the playthroughs of a well-formed structure exactly.

    The result is ``None`` if the count takes more than ``max_steps`` steps on decision diagrams.
    For a structure without dilemmas it is also ``None`` if a player can stay in a loop forever.
    """
    paths = sorted({choice.takes for choice in structure.choices if choice.takes})
    try:
        return (
            _count_by_answers(structure, paths, max_steps)
            if paths
            else _count_by_choices(structure, max_steps)
        )
    except (TooManyStepsError, RecursionError):
        return None


def _count_by_answers(structure: Structure, paths: list[str], max_steps: int) -> PlaythroughCounts:
    # Each path becomes a flag that its choices grant and every ending reads. So the families at the
    # endings list the combinations of answers, and counting their sets is linear in the nodes.
    graph = build_graph(
        evolve(
            structure,
            passages=tuple(
                evolve(each, conditional_flags=paths if each.ending else ())
                for each in structure.passages
            ),
            choices=tuple(
                evolve(each, grants=each.grants | {each.takes}) if each.takes else each
                for each in structure.choices
            ),
        )
    )
    zdd = Zdd(max_steps=max_steps)
    reach = Reachability(evolve(graph, live=graph.live_with_text), zdd)
    if not reach.is_complete:
        raise TooManyStepsError
    answers = sum(graph.bits.get(path, 0) for path in paths)
    families_by_ending: dict[str, int] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            family = zdd.image(reach.families[place], IDENTITY_EDGE, answers)
            families_by_ending[passage.ending] = zdd.union(
                families_by_ending.get(passage.ending, EMPTY), family
            )
    endings = {ending: zdd.count_sets(family) for ending, family in families_by_ending.items()}
    path_counts = {
        path: sum(
            zdd.count_sets(zdd.restrict(each, graph.bits.get(path, 0)))
            for each in families_by_ending.values()
        )
        for path in paths
    }
    return PlaythroughCounts(total=sum(endings.values()), endings=endings, paths=path_counts)


def _count_by_choices(structure: Structure, max_steps: int) -> PlaythroughCounts | None:
    graph = build_graph(structure)
    reach = Reachability(graph, Zdd(max_steps=max_steps))
    if not reach.is_complete or not is_terminating(reach):
        return None
    endings = Counter[str]()
    values = propagate_values(graph, Zdd(combine=add, max_steps=max_steps), 1, ends_only=True)
    for passage, each in zip(structure.passages, values, strict=True):
        if passage.ending:
            endings[passage.ending] += sum(each.values())
    return PlaythroughCounts(total=endings.total(), endings=endings, paths={})


_Value = tuple[float, ...]
"""A share of players, then the least and the most screens, decisions and single choices so far."""


@frozen(kw_only=True)
class Spread:
    """The least and the greatest value of a number, and its mean for random players."""

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
