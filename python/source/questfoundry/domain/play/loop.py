"""Passages that lead to each other, with less to go round.

Places between which choices lead to and fro, always open and changing nothing, have the same
players: one stands for all. A passage with a single choice, which is always open, is only passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.scc import find_components


@frozen(kw_only=True)
class Loop:
    """A group of passages that lead to each other.

    ``alike`` says which place stands for each that is not only passed, ``edges`` lead from one of
    these to the next, and ``passing`` to those that are only passed.
    ``onward`` leads from these to where a player stands next.
    """

    representative: Mapping[int, int]
    edges: Sequence[Edge]
    pass_through_edges: Sequence[Edge]
    onward_edges: Mapping[int, Edge]

    def run_worklist(self, apply_edge: Callable[[Edge], bool], *, backwards: bool = False) -> None:
        """Take the edges until none has an effect.

        ``grows`` says whether one had: on its target, or, going ``back``, on its source.
        """
        again: dict[int, list[int]] = {place: [] for place in self.representative}
        for number, edge in enumerate(self.edges):
            again[edge.target if backwards else edge.source].append(number)
        waiting = set(range(len(self.edges)))
        while waiting:
            for number, edge in enumerate(self.edges):
                if number in waiting:
                    waiting.remove(number)
                    if apply_edge(edge):
                        waiting.update(again[edge.source if backwards else edge.target])


def build_loop(graph: Graph, group: Sequence[int]) -> Loop:
    """The loop of passages that lead to each other, were all choices open."""
    inside = graph.internal_edges(group)
    passed = {
        place: edges[0] for place, edges in inside.items() if _is_pass_through(graph, place, inside)
    }
    if len(passed) == len(group):
        passed = {}
    trails = [
        tuple(_follow_pass_through(edge, passed))
        for place in group
        if place not in passed
        for edge in inside[place]
    ]
    alike = _find_representatives(graph, [place for place in group if place not in passed], trails)
    edges = [
        edge._replace(source=alike[edge.source], target=alike[edge.target]) for *_, edge in trails
    ]
    return Loop(
        representative=alike,
        edges=[edge for edge in edges if edge.source != edge.target or edge.grants | edge.clears],
        pass_through_edges=[
            edge._replace(source=alike[edge.source]) for trail in trails for edge in trail[:-1]
        ],
        onward_edges={
            place: [*_follow_pass_through(edge, passed)][-1] for place, edge in passed.items()
        },
    )


def _is_pass_through(graph: Graph, place: int, inside: Mapping[int, Sequence[Edge]]) -> bool:
    """Whether players come there from the group alone, and can only go on, with all they hold."""
    if place == graph.start or len(graph.edges[place]) != 1:
        return False
    edge = graph.edges[place][0]
    lost = graph.live[edge.target] & ~(edge.grants | edge.clears | graph.live[place])
    return not (edge.requires | edge.forbids | lost) and all(
        edge.source in inside for edge in graph.incoming(place)
    )


def _follow_pass_through(edge: Edge, passed: Mapping[int, Edge]) -> Iterator[Edge]:
    """The choice, and with it those that must follow, to each passage on the way."""
    yield edge
    while edge.target in passed:
        after = passed[edge.target]
        edge = edge._replace(
            target=after.target,
            grants=after.apply(edge.grants),
            clears=edge.clears & ~after.grants | after.clears,
        )
        yield edge


def _find_representatives(
    graph: Graph, places: Sequence[int], trails: Sequence[Sequence[Edge]]
) -> Mapping[int, int]:
    number = {place: at for at, place in enumerate(places)}
    free: list[list[int]] = [[] for _ in places]
    for *_, edge in trails:
        changes = edge.requires | edge.forbids | edge.grants | edge.clears
        if not changes and graph.live[edge.source] == graph.live[edge.target]:
            free[number[edge.source]].append(number[edge.target])
    return {places[at]: places[some[0]] for some in find_components(free) for at in some}
