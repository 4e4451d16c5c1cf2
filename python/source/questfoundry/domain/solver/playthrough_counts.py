"""Count the playthroughs of a structure exactly, without enumerating them.

In a story with dilemmas, playthroughs with the same answers to all dilemmas and the same ending
count as one. They may differ in minor choices, hubs and order. In a structure without dilemmas,
such as an imported story, each sequence of choices is a playthrough.
"""

from collections import Counter
from collections.abc import Mapping
from operator import add

from attrs import evolve, frozen

from questfoundry.domain.solver.dataflow import is_terminating, propagate_values
from questfoundry.domain.solver.graph import IDENTITY_EDGE, build_graph
from questfoundry.domain.solver.reach import Reachability
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY, MAX_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class PlaythroughCounts:
    """The number of playthroughs: in total, for each ending, and for each path.

    A path is an answer to a dilemma. ``paths`` is empty for a structure without dilemmas.
    """

    total: int
    endings: Mapping[str, int]
    paths: Mapping[str, int]


def count_playthroughs(
    structure: Structure, *, max_steps: int = MAX_STEPS
) -> PlaythroughCounts | None:
    """Count the playthroughs of a well-formed structure exactly.

    The result is ``None`` if the count takes more than ``max_steps`` diagram steps. For a structure
    without dilemmas it is also ``None`` if a player can stay in a loop forever.
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
