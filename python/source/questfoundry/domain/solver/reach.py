"""Compute which sets of flags players can have in each passage (symbolic reachability).

A loop, which is a strongly connected component, is contracted first, so that its analysis takes
fewer steps. Passages that are connected in both directions by unconditional choices without effect
have equal families of flag sets, so one passage represents them. A passage with a single
unconditional choice is contracted into the edges that lead to it. The cost is linear in edges and
contracted paths.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.solver.graph import Edge, Graph, iter_bits
from questfoundry.domain.solver.scc import find_components
from questfoundry.domain.solver.zdd import Zdd
from questfoundry.domain.solver.zdd_ops import EMPTY, TooManyStepsError


class Reachability:
    """The reachability analysis of a graph: which flag sets players have in each passage.

    ``families``: for each passage, the family of these flag sets, reduced to the ``live_flags``.
    ``live_flags``: for each passage, the mask of the flags that a choice there or later can read.
    ``tracked_flags``: the mask of the flags that ``graph`` keeps; -1 for all.
    ``is_complete``: false if the analysis took too many steps. In this case only the families of
      passages for which ``is_final`` is true are exact.
    ``open_choices``: the indices of choices that some player can take. Some choices inside loops
      may be missing.
    ``steps``: the number of steps that the analysis took.
    ``loops``: the contracted loops, by the first passage of their strongly connected component.
    """

    def __init__(self, graph: Graph, zdd: Zdd, *, tracked_flags: int = -1) -> None:
        self.graph = graph
        self.tracked_flags = tracked_flags
        self.zdd = zdd
        self.live_flags = list(graph.live)
        self.families = [EMPTY] * len(graph.edges)
        self.open_choices = set[int]()
        self.is_final = [False] * len(graph.edges)
        self._partitions: dict[int, Mapping[int, int]] = {}
        self.loops = {
            component[0]: build_loop(graph, component) for component in graph.cyclic_components
        }
        before = zdd.steps
        self.is_complete = self._compute_fixpoint()
        self.steps = zdd.steps - before

    def _compute_fixpoint(self) -> bool:
        self.families[self.graph.start] = self.zdd.make_leaf()
        try:
            for component in self.graph.components:
                if loop := self.loops.get(component[0]):
                    self._close_loop(loop)
                for place in component:
                    self.is_final[place] = True
                for place in component:
                    self._leave_passage(place)
        except (TooManyStepsError, RecursionError):
            return False
        return True

    def _leave_passage(self, place: int) -> None:
        if not self.families[place]:
            return
        is_final = self.is_final
        for edge in self.graph.edges[place]:
            if not is_final[edge.target]:
                self._take_edge(edge)

    def partition_by_open_choices(self, place: int) -> Mapping[int, int]:
        """Return the flag sets in the passage ``place``, by the number of choices they open."""
        found = self._partitions.get(place)
        if found is None:
            found = self.zdd.partition_by_open_choices(
                self.families[place], self.graph.options[place]
            )
            self._partitions[place] = found
        return found

    def _close_loop(self, loop: "Loop") -> None:
        families = self.families
        for place, representative in loop.representative.items():
            families[representative] = self.zdd.union(families[representative], families[place])
        loop.run_worklist(self._take_edge)
        for place, representative in loop.representative.items():
            families[place] = families[representative]
        for edge in loop.pass_through_edges:
            self._take_edge(edge)

    def _take_edge(self, edge: Edge) -> bool:
        families, target = self.families, edge.target
        coming = self.zdd.image(families[edge.source], edge, self.live_flags[target])
        if not coming:
            return False
        self.open_choices.add(edge.choice)
        before = families[target]
        if coming == before:
            return False
        families[target] = found = self.zdd.union(before, coming)
        return found != before


_Partition = Mapping[int, int]
"""Families of flag sets, each with the mask of flags that only these players may have (lack)."""


class TextFlags:
    """The players who may have, or may lack, each of ``flags`` that only conditional texts read."""

    def __init__(self, reach: Reachability, flags: int = -1) -> None:
        self._reachability, self._flags = reach, flags
        no_player: _Partition = {EMPTY: -1}
        self._partitions = {held: [no_player] * len(reach.families) for held in (True, False)}
        for component in reach.graph.components:
            while self._update_component(component) and component[0] in reach.loops:
                pass

    def get_family(self, place: int, flag: int, *, held: bool) -> int:
        """Return the flag sets with which players in passage ``place`` may have the flag ``flag``.

        If ``held`` is false, return the flag sets with which players may lack the flag.
        """
        reach = self._reachability
        if reach.live_flags[place] & flag:
            return reach.zdd.restrict(reach.families[place], held * flag, flag * (not held))
        partition = self._partitions[held][place]
        return next(family for family, flags in partition.items() if flags & flag)

    def _update_component(self, component: tuple[int, ...]) -> bool:
        grown = False
        for held, partition in self._partitions.items():
            for place in component:
                found = self._compute_partition(place, held=held)
                grown = grown or found != partition[place]
                partition[place] = found
        return grown

    def _compute_partition(self, place: int, *, held: bool) -> _Partition:
        reach, zdd = self._reachability, self._reachability.zdd
        wanted = reach.graph.live_with_text[place] & ~reach.live_flags[place] & self._flags
        is_start = place == reach.graph.start and not held
        found: _Partition = {zdd.make_leaf() if is_start else EMPTY: wanted}
        for edge in reach.graph.incoming(place):
            incoming = self._apply_edge(edge, wanted, held=held)
            # The coarsest common refinement of both partitions of the flags: flags stay in one
            # block while the same players have them.
            joined: dict[int, int] = {}
            for one, flags in found.items():
                for other, others in incoming.items():
                    if both := flags & others:
                        combined = zdd.union(one, other)
                        joined[combined] = joined.get(combined, 0) | both
            found = joined
        return found

    def _apply_edge(self, edge: Edge, wanted: int, *, held: bool) -> _Partition:
        """Return the players who may have the flags in ``wanted`` after they take ``edge``.

        If ``held`` is false, return the players who may lack the flags.
        """
        reach, zdd = self._reachability, self._reachability.zdd
        here, granted = reach.families[edge.source], wanted & edge.grants
        cleared = wanted & edge.clears & ~granted
        before = [(here if held else EMPTY, granted), (EMPTY if held else here, cleared)]
        wanted ^= granted | cleared
        before += [
            (each, flags & wanted) for each, flags in self._partitions[held][edge.source].items()
        ]
        before += [
            (self.get_family(edge.source, flag, held=held), flag)
            for flag in iter_bits(wanted & reach.live_flags[edge.source])
        ]
        found: dict[int, int] = {}
        for family, flags in before:
            if flags:
                after = zdd.image(family, edge, reach.live_flags[edge.target])
                found[after] = found.get(after, 0) | flags
        return found


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
