"""Contract a loop of the story to fewer passages and edges, so that its analysis takes fewer steps.

The analysis finds the family of flag sets that players can have in each passage of a strongly
connected component. Passages that are connected in both directions by unconditional choices without
effect have equal families, so one passage represents them. A passage with a single unconditional
choice is contracted into the edges that lead to it. The cost is linear in edges and contracted
paths.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.solver.graph import Edge, Graph
from questfoundry.domain.solver.scc import find_components


@frozen(kw_only=True)
class Loop:
    """A strongly connected component, contracted to fewer passages and edges.

    ``representative``: for each passage that is not contracted into edges, the passage that stores
      its family of flag sets.
    ``edges``: the edges between representatives.
    ``pass_through_edges``: the edges from representatives to contracted passages.
    ``onward_edges``: for each contracted passage, the edge to the next passage that remains.
    """

    representative: Mapping[int, int]
    edges: Sequence[Edge]
    pass_through_edges: Sequence[Edge]
    onward_edges: Mapping[int, Edge]

    def run_worklist(self, apply_edge: Callable[[Edge], bool], *, backwards: bool = False) -> None:
        """Call ``apply_edge`` for the loop's edges until no call enlarges a family of flag sets.

        ``apply_edge`` must return whether it enlarged the family at the edge's target, or at the
        edge's source if ``backwards`` is true.
        """
        # Each round visits the pending edges in a fixed order. An edge becomes pending again when
        # the family that it reads grows, so the result is a fixpoint of all edges.
        dependents: dict[int, list[int]] = {place: [] for place in self.representative}
        for number, edge in enumerate(self.edges):
            dependents[edge.target if backwards else edge.source].append(number)
        pending = set(range(len(self.edges)))
        while pending:
            for number, edge in enumerate(self.edges):
                if number in pending:
                    pending.remove(number)
                    if apply_edge(edge):
                        pending.update(dependents[edge.source if backwards else edge.target])


def build_loop(graph: Graph, component: Sequence[int]) -> Loop:
    """Contract the strongly connected component ``component`` of ``graph`` to a loop."""
    internal = graph.internal_edges(component)
    passing = {
        place: edges[0]
        for place, edges in internal.items()
        if _is_pass_through(graph, place, internal)
    }
    if len(passing) == len(component):
        passing = {}
    trails = [
        tuple(_follow_pass_through(edge, passing))
        for place in component
        if place not in passing
        for edge in internal[place]
    ]
    representative = _find_representatives(
        graph, [place for place in component if place not in passing], trails
    )
    edges = [
        edge._replace(source=representative[edge.source], target=representative[edge.target])
        for *_, edge in trails
    ]
    return Loop(
        representative=representative,
        edges=[edge for edge in edges if edge.source != edge.target or edge.grants | edge.clears],
        pass_through_edges=[
            edge._replace(source=representative[edge.source])
            for trail in trails
            for edge in trail[:-1]
        ],
        onward_edges={
            place: [*_follow_pass_through(edge, passing)][-1] for place, edge in passing.items()
        },
    )


def _is_pass_through(graph: Graph, place: int, internal: Mapping[int, Sequence[Edge]]) -> bool:
    """Return whether the passage ``place`` can be contracted, because players only pass through."""
    if place == graph.start or len(graph.edges[place]) != 1:
        return False
    edge = graph.edges[place][0]
    lost = graph.live[edge.target] & ~(edge.grants | edge.clears | graph.live[place])
    return not (edge.requires | edge.forbids | lost) and all(
        edge.source in internal for edge in graph.incoming(place)
    )


def _follow_pass_through(edge: Edge, passing: Mapping[int, Edge]) -> Iterator[Edge]:
    yield edge
    while edge.target in passing:
        after = passing[edge.target]
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
