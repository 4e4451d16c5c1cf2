"""Passages that lead to each other, with less to go round.

Places between which choices lead to and fro, always open and changing nothing, have the same
players: one stands for all. A passage with a single choice, which is always open, is only passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.play.graph import Edge, Graph
from questfoundry.domain.play.scc import groups_of


@frozen(kw_only=True)
class Loop:
    """A group of passages that lead to each other.

    ``alike`` says which place stands for each that is not only passed, ``edges`` lead from one of
    these to the next, and ``passing`` to those that are only passed.
    ``onward`` leads from these to where a player stands next.
    """

    alike: Mapping[int, int]
    edges: Sequence[Edge]
    passing: Sequence[Edge]
    onward: Mapping[int, Edge]

    def go_round(self, grows: Callable[[Edge], bool], *, back: bool = False) -> None:
        """Take the edges until none has an effect.

        ``grows`` says whether one had: on its target, or, going ``back``, on its source.
        """
        again: dict[int, list[int]] = {place: [] for place in self.alike}
        for number, edge in enumerate(self.edges):
            again[edge.target if back else edge.source].append(number)
        waiting = set(range(len(self.edges)))
        while waiting:
            for number, edge in enumerate(self.edges):
                if number in waiting:
                    waiting.remove(number)
                    if grows(edge):
                        waiting.update(again[edge.source if back else edge.target])


def loop_of(graph: Graph, group: Sequence[int]) -> Loop:
    """The loop of passages that lead to each other, were all choices open."""
    inside = graph.inside(group)
    passed = {
        place: edges[0] for place, edges in inside.items() if _is_passed(graph, place, inside)
    }
    if len(passed) == len(group):
        passed = {}
    trails = [
        tuple(_trail(edge, passed))
        for place in group
        if place not in passed
        for edge in inside[place]
    ]
    alike = _alike(graph, [place for place in group if place not in passed], trails)
    edges = [
        edge._replace(source=alike[edge.source], target=alike[edge.target]) for *_, edge in trails
    ]
    return Loop(
        alike=alike,
        edges=[edge for edge in edges if edge.source != edge.target or edge.grants | edge.clears],
        passing=[
            edge._replace(source=alike[edge.source]) for trail in trails for edge in trail[:-1]
        ],
        onward={place: [*_trail(edge, passed)][-1] for place, edge in passed.items()},
    )


def _is_passed(graph: Graph, place: int, inside: Mapping[int, Sequence[Edge]]) -> bool:
    """Whether players come there from the group alone, and can only go on, with all they hold."""
    if place == graph.start or len(graph.edges[place]) != 1:
        return False
    edge = graph.edges[place][0]
    lost = graph.live[edge.target] & ~(edge.grants | edge.clears | graph.live[place])
    return not (edge.requires | edge.forbids | lost) and all(
        edge.source in inside for edge in graph.into(place)
    )


def _trail(edge: Edge, passed: Mapping[int, Edge]) -> Iterator[Edge]:
    """The choice, and with it those that must follow, to each passage on the way."""
    yield edge
    while edge.target in passed:
        after = passed[edge.target]
        edge = edge._replace(
            target=after.target,
            grants=after.after(edge.grants),
            clears=edge.clears & ~after.grants | after.clears,
        )
        yield edge


def _alike(
    graph: Graph, places: Sequence[int], trails: Sequence[Sequence[Edge]]
) -> Mapping[int, int]:
    number = {place: at for at, place in enumerate(places)}
    free: list[list[int]] = [[] for _ in places]
    for *_, edge in trails:
        changes = edge.requires | edge.forbids | edge.grants | edge.clears
        if not changes and graph.live[edge.source] == graph.live[edge.target]:
            free[number[edge.source]].append(number[edge.target])
    return {places[at]: places[some[0]] for some in groups_of(free) for at in some}
