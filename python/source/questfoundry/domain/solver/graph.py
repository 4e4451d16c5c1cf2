"""Convert a structure to a graph with numbered passages and flags as bits, and find live flags.

A flag is live in a passage if a choice there or later can still read its value. This is the
classical backward dataflow problem of liveness (Kildall 1973). A state contains only live flags. So
thirty independent dilemmas in a row need no more states for each passage than three dilemmas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, chain, islice
from operator import attrgetter, or_
from typing import NamedTuple

from attrs import evolve, frozen

from questfoundry.domain.solver.flag_order import PassageKinds, assign_bits
from questfoundry.domain.solver.lowering import lower_moves
from questfoundry.domain.solver.scc import find_components, split_at_dominators
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import read_level


class Edge(NamedTuple):
    """A choice between two numbered passages, with its flags as bit masks."""

    choice: int
    source: int
    target: int
    requires: int
    forbids: int
    grants: int
    clears: int = 0

    def apply(self, flags: int) -> int:
        """Return the flags of a player who had ``flags`` and took the choice."""
        return flags & ~self.clears | self.grants

    @property
    def is_conditional(self) -> bool:
        """Return whether the choice requires or forbids any flag."""
        return bool(self.requires or self.forbids)

    def is_open(self, flags: int) -> bool:
        """Return whether a player with ``flags`` can take the choice."""
        return not self.requires & ~flags and not self.forbids & flags


IDENTITY_EDGE = Edge(choice=-1, source=-1, target=-1, requires=0, forbids=0, grants=0)
"""A transition that changes nothing, for conversions between masks of flags."""


@frozen(kw_only=True)
class Graph:
    """A structure with numbered passages, and with a bit for each flag that is read.

    ``edges``: the outgoing edges of each passage, empty where the story ends. A choice that moves a
    stat has several edges. If the choice is open to a player, exactly one of them is open.
    ``has_moves``: whether some choice moves a stat.
    ``components``: the strongly connected components in topological order. Most contain one
    passage.
    ``segments``: the components, grouped by :func:`split_at_dominators`.
    ``bits``: the bit of each flag.
    ``live``: for each passage, the mask of the flags that a choice there or later can read.
    These flags alone decide what a player can do.
    ``live_with_text``: for each passage, the mask of the flags that a choice or a conditional text
    there or later can read.
    """

    structure: Structure
    start: int
    bits: Mapping[str, int]
    edges: tuple[tuple[Edge, ...], ...]
    has_moves: bool
    components: tuple[tuple[int, ...], ...]
    segments: Sequence[Sequence[tuple[int, ...]]]
    live: tuple[int, ...]
    live_with_text: tuple[int, ...]

    @cached_property
    def component_of(self) -> Sequence[int]:
        """The index of the component of each passage."""
        found = [0] * len(self.edges)
        for number, component in enumerate(self.components):
            for place in component:
                found[place] = number
        return found

    @cached_property
    def options(self) -> Sequence[Sequence[Edge]]:
        """One edge for each choice of each passage, to test the condition of the choice.

        Only the conditions of these edges count, not their effects.
        """
        return [_merge_by_choice(each) for each in self.edges] if self.has_moves else self.edges

    def incoming(self, place: int) -> Sequence[Edge]:
        """Return the edges that lead to the passage ``place``."""
        # One flat list with offsets: a list for each passage costs the garbage collector too much.
        return self._by_target[self._target_offsets[place] : self._target_offsets[place + 1]]

    @cached_property
    def _by_target(self) -> Sequence[Edge]:
        return sorted(chain.from_iterable(self.edges), key=attrgetter("target"))

    @cached_property
    def _target_offsets(self) -> Sequence[int]:
        """The index in ``_by_target`` of each passage's first edge, then the number of edges."""
        count = Counter([edge.target for edge in self._by_target])
        return [0, *accumulate([count[place] for place in range(len(self.edges))])]

    @cached_property
    def cyclic_components(self) -> Sequence[tuple[int, ...]]:
        """The components that contain a cycle; conditions of choices are ignored."""
        return [
            component
            for component in self.components
            if len(component) > 1
            or component[0] in [edge.target for edge in self.edges[component[0]]]
        ]

    def internal_edges(self, passages: Collection[int]) -> Mapping[int, Sequence[Edge]]:
        """Return, for each of ``passages``, the outgoing edges that lead to one of ``passages``."""
        members = set(passages)
        return {
            place: [edge for edge in self.edges[place] if edge.target in members]
            for place in passages
        }

    def project_flags(self, flags: int) -> Graph:
        """Return a new graph that ignores all flags outside the mask ``flags``.

        A closed choice may be open in the new graph, but no open choice is closed in it.
        """

        def project(edge: Edge) -> Edge:
            if not (edge.requires | edge.forbids) & ~flags:
                return edge
            return edge._replace(requires=edge.requires & flags, forbids=edge.forbids & flags)

        return evolve(
            self,
            edges=tuple(tuple(map(project, edges)) for edges in self.edges),
            live=tuple(mask & flags for mask in self.live_with_text),
        )

    def add_extra_flag(
        self, edges: Iterable[Sequence[Edge]], cleared_at: Collection[int] = ()
    ) -> Graph:
        """Return a new graph with the given edges and with one more flag, :attr:`extra_flag`.

        The new ``edges`` may grant the extra flag. Entering a passage in ``cleared_at`` clears the
        flag; in all other passages it is live.
        """

        def extend(flags: Sequence[int]) -> tuple[int, ...]:
            return tuple(
                each if place in cleared_at else each | self.extra_flag
                for place, each in enumerate(flags)
            )

        return evolve(
            self,
            edges=tuple(tuple(each) for each in edges),
            live=extend(self.live),
            live_with_text=extend(self.live_with_text),
        )

    @cached_property
    def with_levels(self) -> Graph:
        """The graph whose live flags include the levels that conditional texts read."""
        reads = [
            sum(self.bits[flag] for flag in each.conditional_flags if read_level(flag))
            for each in self.structure.passages
        ]
        if not any(reads):
            return self
        levels = _compute_liveness(self.edges, self.components, reads)
        return evolve(self, live=tuple(map(or_, self.live, levels)))

    @property
    def extra_flag(self) -> int:
        """The first bit that no flag of the structure uses."""
        return 1 << len(self.bits)

    @cached_property
    def distances(self) -> Mapping[int, int]:
        """The number of choices on a shortest route from the start to each passage.

        Conditions of choices are ignored. A passage is missing if no route leads to it.
        """
        distances = {self.start: 0}
        for place in (queue := [self.start]):
            for edge in self.edges[place]:
                if edge.target not in distances:
                    distances[edge.target] = distances[place] + 1
                    queue.append(edge.target)
        return distances


def build_graph(structure: Structure) -> Graph:
    """Build the graph of a well-formed structure."""
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    lowered, index = lower_moves(structure)
    target = [number[each.target] for each in lowered]
    outgoing = _group_outgoing(structure, lowered, number)
    successors = [tuple([target[choice] for choice in choices]) for choices in outgoing]
    components, start = find_components(successors), number[structure.start]
    segments = split_at_dominators(components, successors, start)
    kinds = PassageKinds.from_choices(outgoing, lowered)
    bits = assign_bits(segments, kinds, structure.passages)

    @cache
    def mask(flags: frozenset[str]) -> int:
        return sum(bits[flag] for flag in flags if flag in bits)

    masks = [
        [(mask(e.requires), mask(e.forbids), mask(e.grants), mask(e.clears)) for e in each]
        for each in kinds.choices
    ]
    edges = tuple(
        tuple(
            [
                Edge(index[choice], source, target[choice], *flags)
                for choice, flags in zip(choices, masks[kind], strict=True)
            ]
        )
        for source, (choices, kind) in enumerate(zip(outgoing, kinds.kind, strict=True))
    )
    text_flags = [mask(each.conditional_flags) for each in structure.passages]
    live = _compute_liveness(edges, components, [0] * len(edges))
    return Graph(
        structure=structure,
        start=start,
        bits=bits,
        edges=edges,
        has_moves=lowered is not structure.choices,
        components=components,
        segments=segments,
        live=live,
        live_with_text=_compute_liveness(edges, components, text_flags)
        if any(text_flags)
        else live,
    )


def _group_outgoing(
    structure: Structure, choices: Sequence[Choice], number: Mapping[str, int]
) -> Sequence[tuple[int, ...]]:
    source = [number[each.source] for each in choices]
    sorted_choices = iter(sorted(range(len(source)), key=source.__getitem__))
    count = Counter(source)
    outgoing = [tuple(islice(sorted_choices, count[place])) for place in range(len(number))]
    return [
        () if each.ending else leaving
        for each, leaving in zip(structure.passages, outgoing, strict=True)
    ]


def _merge_by_choice(edges: Sequence[Edge]) -> Sequence[Edge]:
    merged: dict[int, Edge] = {}
    for edge in edges:
        same = merged.setdefault(edge.choice, edge)
        merged[edge.choice] = same._replace(
            requires=same.requires & edge.requires, forbids=same.forbids & edge.forbids
        )
    return [*merged.values()]


def iter_bits(flags: int) -> Iterator[int]:
    """Yield each bit of the mask ``flags``, the lowest first."""
    while flags:
        flag = flags & -flags
        flags ^= flag
        yield flag


def _compute_liveness(
    edges: Sequence[Sequence[Edge]], components: Sequence[Sequence[int]], reads: Sequence[int]
) -> tuple[int, ...]:
    live = [0] * len(edges)
    for component in reversed(components):
        changed = True
        while changed:
            changed = False
            for place in reversed(component):
                alive = reads[place]
                for edge in edges[place]:
                    changes = edge.grants | edge.clears
                    alive |= edge.requires | edge.forbids | (live[edge.target] & ~changes)
                changed = changed or (alive != live[place] and len(component) > 1)
                live[place] = alive
    return tuple(live)
