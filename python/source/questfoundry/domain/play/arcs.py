"""Arcs, the complete playthroughs: how many there are and where they lead, without walking them.

In a planned story an arc is told from another by the answers that it gives and by its ending:
what is done on the way, in acts and hubs, and in which order, makes no arc of its own. Where no
choice gives an answer, as in stories of others, each row of choices is an arc.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from operator import add

from attrs import evolve, frozen

from questfoundry.domain.play.dataflow import flow, runs_out
from questfoundry.domain.play.graph import STAYING, graph_of
from questfoundry.domain.play.reach import Reach
from questfoundry.domain.play.zdd import Families
from questfoundry.domain.play.zdd_ops import EMPTY, MOST_STEPS, TooManyStepsError
from questfoundry.domain.story.passage import Structure


@frozen(kw_only=True)
class Arcs:
    """How many arcs there are, how many come to each ending, and how many take each path."""

    total: int
    endings: Mapping[str, int]
    paths: Mapping[str, int]


def arcs_of(structure: Structure, *, most: int = MOST_STEPS) -> Arcs | None:
    """The arcs of a well-formed structure, exactly, however many.

    ``None`` where it takes more than ``most`` steps to count them, or where rows of choices are
    counted that may go on for ever.
    """
    paths = sorted({choice.takes for choice in structure.choices if choice.takes})
    try:
        return _by_answers(structure, paths, most) if paths else _by_choices(structure, most)
    except (TooManyStepsError, RecursionError):
        return None


def _by_answers(structure: Structure, paths: list[str], most: int) -> Arcs:
    """Paths are flags here, which endings read."""
    graph = graph_of(
        evolve(
            structure,
            passages=tuple(
                evolve(each, reads=paths if each.ending else ()) for each in structure.passages
            ),
            choices=tuple(
                evolve(each, grants=each.grants | {each.takes}) if each.takes else each
                for each in structure.choices
            ),
        )
    )
    families = Families(most=most)
    reach = Reach(evolve(graph, live=graph.kept), families)
    if not reach.complete:
        raise TooManyStepsError
    answers = sum(graph.bits.get(path, 0) for path in paths)
    ends: dict[str, int] = {}
    for place, passage in enumerate(structure.passages):
        if passage.ending:
            found = families.after(reach.at[place], STAYING, answers)
            ends[passage.ending] = families.union(ends.get(passage.ending, EMPTY), found)
    endings = {ending: families.count(found) for ending, found in ends.items()}
    taken = {
        path: sum(
            families.count(families.where(each, graph.bits.get(path, 0))) for each in ends.values()
        )
        for path in paths
    }
    return Arcs(total=sum(endings.values()), endings=endings, paths=taken)


def _by_choices(structure: Structure, most: int) -> Arcs | None:
    graph = graph_of(structure)
    reach = Reach(graph, Families(most=most))
    if not reach.complete or not runs_out(reach):
        return None
    endings = Counter[str]()
    found = flow(graph, Families(add=add, most=most), 1, ends_only=True)
    for passage, each in zip(structure.passages, found, strict=True):
        if passage.ending:
            endings[passage.ending] += sum(each.values())
    return Arcs(total=endings.total(), endings=endings, paths={})
