"""Check that choices matter: that their options differ in something after the next screen."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import evolve

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import Edge, Graph, build_graph
from questfoundry.domain.solver.search import Question, Search
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.story.passage import Structure, play

_Outlook = frozenset[tuple[int, ...]]
"""The ways to continue after an option: each a passage, a condition, and the flags that follow."""


def find_idle_passages(structure: Structure) -> tuple[str, ...]:
    """Return the ids of the passages that :func:`find_idle_choices` reports."""
    return tuple(each.place for each in find_idle_choices(Search(graph=build_graph(structure))))


def find_idle_choices(search: Search) -> Iterator[Finding]:
    """Yield a finding for each passage whose options differ in nothing after the next screen.

    The options lead to the same passages, under the same conditions, with the same flags that a
    choice or a conditional text reads later. A difference that the analysis cannot exclude counts
    as a difference. Options that are exactly alike, also on the next screen, are skipped.
    """
    for place, edges in enumerate(search.graph.edges):
        pairs = [
            pair
            for pair in combinations(edges, 2)
            if pair[0].choice != pair[1].choice and not _is_exclusive(*pair)
        ]
        if not pairs or not all(_continue_alike(search.graph, *pair) for pair in pairs):
            continue
        first = next((pair for pair in pairs if _differ_at_once(search.graph, *pair)), None)
        route = first and search.find_route(_ask_if_open(place, first))
        if first and isinstance(route, tuple):
            yield _build_finding(search.graph, place, first, route)


def _build_finding(
    graph: Graph, place: int, pair: Sequence[Edge], route: tuple[str, ...]
) -> Finding:
    structure = graph.structure
    one, other = (_continue_route(graph, (*route, structure.choices[e.choice].id)) for e in pair)
    passage = structure.passages[place].id
    found = Law.MATTERS.build_finding(
        place=passage,
        problem=f"The options of {passage!r} differ in nothing after the next screen.",
        fix="Let a later conditional text or choice read a flag that only one option grants, or "
        "lead an option elsewhere.",
        counterexample=one,
    )
    return evolve(found, twin=other)


def _continue_route(graph: Graph, route: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``route`` with the choice after the next screen, if a choice is open there."""
    following = play(graph.structure, route).open
    return (*route, following[0].id) if following else route


def _ask_if_open(place: int, pair: Sequence[Edge]) -> Question:
    requires = pair[0].requires | pair[1].requires
    forbids = pair[0].forbids | pair[1].forbids

    def select(zdd: Zdd, _place: int, family: int) -> int:
        return zdd.restrict(family, requires, forbids)

    return Question(passages=(place,), reads=requires | forbids, select=select)


def _is_exclusive(one: Edge, other: Edge) -> bool:
    return bool(one.requires & other.forbids or other.requires & one.forbids)


def _differ_at_once(graph: Graph, one: Edge, other: Edge) -> bool:
    changed = one.grants ^ other.grants | one.clears ^ other.clears
    return one.target != other.target or bool(changed & graph.live_with_text[one.target])


def _continue_alike(graph: Graph, one: Edge, other: Edge) -> bool:
    passages = graph.structure.passages
    if passages[one.target].ending or passages[other.target].ending:
        return False
    held, lacked = one.requires | other.requires, one.forbids | other.forbids
    return _look_ahead(graph, one, held, lacked) == _look_ahead(graph, other, held, lacked)


def _look_ahead(graph: Graph, edge: Edge, held: int, lacked: int) -> _Outlook:
    """Return the ways to continue after ``edge`` for players with the flags ``held``.

    ``lacked`` is the mask of the flags that the players surely lack. About other flags nothing is
    known; they stay as they are unless a choice changes them.
    """
    held = held & ~edge.clears | edge.grants
    lacked = (lacked | edge.clears) & ~edge.grants
    found = set[tuple[int, ...]]()
    for onward in graph.edges[edge.target]:
        if onward.requires & lacked or onward.forbids & held:
            continue
        read = graph.live_with_text[onward.target]
        found.add(
            (
                onward.target,
                onward.requires & ~held,
                onward.forbids & ~lacked,
                (held & ~onward.clears | onward.grants) & read,
                (lacked | onward.clears) & ~onward.grants & read,
            )
        )
    return frozenset(found)
