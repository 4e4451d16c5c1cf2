"""A structure with numbers for ids and bits for flags, and what can still matter where.

A flag that nothing ahead reads makes no difference to a player; leaving it out of the state is
what keeps thirty dilemmas in a row as small as three.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from attrs import evolve, frozen

from questfoundry.domain.story.passage import Choice, Structure


@frozen
class Edge:
    """A choice by numbers; flags that nobody reads are left out."""

    choice: int
    target: int
    requires: int
    forbids: int
    grants: int

    def open(self, flags: int) -> bool:
        """Whether it can be taken with those flags."""
        return not self.requires & ~flags and not self.forbids & flags


STAYING = Edge(choice=-1, target=-1, requires=0, forbids=0, grants=0)
"""A choice to stay where one is."""


@frozen(kw_only=True)
class Graph:
    """A structure to be searched.

    ``edges`` are those that leave each passage, none where the story ends. ``live`` are the
    flags of each passage that a choice there or later can still read: what a player can do
    depends on these alone. ``kept`` are these and the flags that an insert there or later can
    still read. ``bits`` says which bit is whose.
    """

    structure: Structure
    start: int
    bits: Mapping[str, int]
    edges: tuple[tuple[Edge, ...], ...]
    live: tuple[int, ...]
    kept: tuple[int, ...]

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The passages by loops, those that lead to others first; most are alone."""
        following = [[edge.target for edge in edges] for edges in self.edges]
        return tuple(map(tuple, components(following)))

    @cached_property
    def group_of(self) -> Sequence[int]:
        """The number of the group of each passage."""
        found = [0] * len(self.edges)
        for number, group in enumerate(self.groups):
            for place in group:
                found[place] = number
        return found

    @cached_property
    def into(self) -> Sequence[Sequence[tuple[int, Edge]]]:
        """The edges that lead to each passage, each with the passage that it leaves."""
        found: list[list[tuple[int, Edge]]] = [[] for _ in self.edges]
        for source, edges in enumerate(self.edges):
            for edge in edges:
                found[edge.target].append((source, edge))
        return found

    def circles(self) -> Iterator[tuple[int, ...]]:
        """The groups in which passages lead back to themselves, were all choices open."""
        for group in self.groups:
            if len(group) > 1 or any(edge.target == group[0] for edge in self.edges[group[0]]):
                yield group

    def only(self, flags: int) -> Graph:
        """The same with all other flags forgotten: more is open, and nothing less."""

        def known(edge: Edge) -> Edge:
            if not (edge.requires | edge.forbids) & ~flags:
                return edge
            return evolve(edge, requires=edge.requires & flags, forbids=edge.forbids & flags)

        return evolve(
            self,
            edges=tuple(tuple(map(known, edges)) for edges in self.edges),
            live=tuple(kept & flags for kept in self.kept),
        )

    def marked(self, edges: Iterable[Sequence[Edge]], lost: Collection[int] = ()) -> Graph:
        """The same with a flag more, :attr:`mark`, which ``edges`` grant and passages may lose."""

        def marked(flags: Sequence[int]) -> tuple[int, ...]:
            return tuple(
                each if place in lost else each | self.mark for place, each in enumerate(flags)
            )

        return evolve(
            self,
            edges=tuple(tuple(each) for each in edges),
            live=marked(self.live),
            kept=marked(self.kept),
        )

    @property
    def mark(self) -> int:
        """A flag beside those of the structure."""
        return 1 << len(self.bits)

    def within_reach(self) -> list[bool]:
        """Of each passage, whether choices lead to it, were they all open."""
        return reached([self.start], [[edge.target for edge in edges] for edges in self.edges])


def graph_of(structure: Structure) -> Graph:
    """The graph of a well-formed structure: ids once, and every choice between passages."""
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    readers = (each.requires | each.forbids for each in structure.choices)
    inserts = (each.reads for each in structure.passages)
    read = dict.fromkeys(flag for flags in chain(readers, inserts) for flag in sorted(flags))
    bits = {flag: 1 << place for place, flag in enumerate(read)}

    def mask(flags: frozenset[str]) -> int:
        return sum(bits[flag] for flag in flags if flag in bits)

    def edge(place: int, choice: Choice) -> Edge:
        flags = (mask(choice.requires), mask(choice.forbids), mask(choice.grants))
        return Edge(place, number[choice.target], *flags)

    leaving: list[list[Edge]] = [[] for _ in structure.passages]
    for place, choice in enumerate(structure.choices):
        source = number[choice.source]
        if not structure.passages[source].ending:
            leaving[source].append(edge(place, choice))
    edges = tuple(tuple(each) for each in leaving)
    return Graph(
        structure=structure,
        start=number[structure.start],
        bits=bits,
        edges=edges,
        live=tuple(_live(edges, [0] * len(edges))),
        kept=tuple(_live(edges, [mask(each.reads) for each in structure.passages])),
    )


def bits_of(flags: int) -> Iterator[int]:
    """Each of the flags, the lowest first."""
    while flags:
        flag = flags & -flags
        flags ^= flag
        yield flag


def reversed_edges(following: Iterable[Iterable[int]], count: int) -> list[list[int]]:
    """Of each of ``count`` places, those that lead to it."""
    into: list[list[int]] = [[] for _ in range(count)]
    for source, targets in enumerate(following):
        for target in targets:
            into[target].append(source)
    return into


def reached(roots: Iterable[int], following: Sequence[Iterable[int]]) -> list[bool]:
    """Of each place, whether one of the roots leads to it, or is it."""
    waiting = list(roots)
    met = [False] * len(following)
    for place in waiting:
        met[place] = True
    while waiting:
        for after in following[waiting.pop()]:
            if not met[after]:
                met[after] = True
                waiting.append(after)
    return met


def _live(edges: Sequence[Sequence[Edge]], reads: Sequence[int]) -> list[int]:
    """The flags that are read at each passage or after it, before they are granted anew.

    A passage is looked at again whenever one after it has changed: loops come to rest.
    """
    live = [0] * len(edges)
    following = [[edge.target for edge in leaving] for leaving in edges]
    into = reversed_edges(following, len(edges))
    waiting = deque(latest_first(following))
    queued = [True] * len(edges)
    while waiting:
        place = waiting.popleft()
        queued[place] = False
        alive = reads[place]
        for edge in edges[place]:
            alive |= edge.requires | edge.forbids | (live[edge.target] & ~edge.grants)
        if alive != live[place]:
            live[place] = alive
            for source in into[place]:
                if not queued[source]:
                    queued[source] = True
                    waiting.append(source)
    return live


def latest_first(following: Sequence[Sequence[int]]) -> list[int]:
    """All places, each after those that it leads to, as far as there are no loops."""
    order: list[int] = []
    seen = [False] * len(following)
    for root in range(len(following)):
        if seen[root]:
            continue
        seen[root] = True
        trail = [(root, iter(following[root]))]
        while trail:
            place, rest = trail[-1]
            after = next((each for each in rest if not seen[each]), None)
            if after is None:
                order.append(place)
                trail.pop()
            else:
                seen[after] = True
                trail.append((after, iter(following[after])))
    return order


def components(following: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """All places in the largest groups in which each leads to all, those that lead on first."""
    before = reversed_edges(following, len(following))
    free = [True] * len(following)
    for root in reversed(latest_first(following)):
        if not free[root]:
            continue
        free[root] = False
        group = [root]
        for place in group:
            for each in before[place]:
                if free[each]:
                    free[each] = False
                    group.append(each)
        yield group


def ranks(following: Sequence[Sequence[int]]) -> Mapping[int, int] | None:
    """Of each place a number, lower than those of the places that lead to it.

    ``None`` where places lead to each other in a loop.
    """
    rank = {place: number for number, place in enumerate(latest_first(following))}
    forward = all(
        rank[target] < rank[source]
        for source, targets in enumerate(following)
        for target in targets
    )
    return rank if forward else None
