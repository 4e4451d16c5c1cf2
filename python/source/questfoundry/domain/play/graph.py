"""A structure with numbers for ids and bits for flags, and what can still matter where.

A flag that nothing ahead reads makes no difference to a player; leaving it out of the state is
what keeps thirty dilemmas in a row as small as three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from attrs import evolve, frozen

from questfoundry.domain.play.flag_order import alike, bits_for
from questfoundry.domain.story.passage import Choice, Structure


class Edge(NamedTuple):
    """A choice by numbers; flags that nobody reads are left out."""

    choice: int
    source: int
    target: int
    requires: int
    forbids: int
    grants: int
    clears: int = 0

    def after(self, flags: int) -> int:
        """The flags of a player who takes it with those."""
        return flags & ~self.clears | self.grants

    @property
    def asks(self) -> bool:
        """Whether it is not always open."""
        return bool(self.requires or self.forbids)

    def open(self, flags: int) -> bool:
        """Whether it can be taken with those flags."""
        return not self.requires & ~flags and not self.forbids & flags


STAYING = Edge(choice=-1, source=-1, target=-1, requires=0, forbids=0, grants=0)
"""A choice to stay where one is."""


@frozen(kw_only=True)
class Graph:
    """A structure to be searched.

    ``edges`` are those that leave each passage, none where the story ends. ``groups`` are the
    passages by loops, those that lead to others first; most are alone. ``live`` are the
    flags of each passage that a choice there or later can still read: what a player can do
    depends on these alone. ``kept`` are these and the flags that an insert there or later can
    still read. ``bits`` says which bit is whose. ``parts`` are the groups as :func:`parts_of`
    gives them.
    """

    structure: Structure
    start: int
    bits: Mapping[str, int]
    edges: tuple[tuple[Edge, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    parts: Sequence[Sequence[tuple[int, ...]]]
    live: tuple[int, ...]
    kept: tuple[int, ...]

    @cached_property
    def group_of(self) -> Sequence[int]:
        """The number of the group of each passage."""
        found = [0] * len(self.edges)
        for number, group in enumerate(self.groups):
            for place in group:
                found[place] = number
        return found

    @cached_property
    def into(self) -> Sequence[Sequence[Edge]]:
        """The edges that lead to each passage."""
        found: list[list[Edge]] = [[] for _ in self.edges]
        for edges in self.edges:
            for edge in edges:
                found[edge.target].append(edge)
        return found

    @cached_property
    def circles(self) -> Sequence[tuple[int, ...]]:
        """The groups in which passages lead back to themselves, were all choices open."""
        return [
            group
            for group in self.groups
            if len(group) > 1 or group[0] in [edge.target for edge in self.edges[group[0]]]
        ]

    def inside(self, group: Collection[int]) -> Mapping[int, Sequence[Edge]]:
        """The edges by which passages of a group lead to each other, by the one that they leave."""
        places = set(group)
        return {
            place: [edge for edge in self.edges[place] if edge.target in places] for place in group
        }

    def only(self, flags: int) -> Graph:
        """The same with all other flags forgotten: more is open, and nothing less."""

        def known(edge: Edge) -> Edge:
            if not (edge.requires | edge.forbids) & ~flags:
                return edge
            return edge._replace(requires=edge.requires & flags, forbids=edge.forbids & flags)

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

    @cached_property
    def far(self) -> Mapping[int, int]:
        """How many choices lead from the start to each passage, were all open; not there: none."""
        far = {self.start: 0}
        for place in (waiting := [self.start]):
            for edge in self.edges[place]:
                if edge.target not in far:
                    far[edge.target] = far[place] + 1
                    waiting.append(edge.target)
        return far


def graph_of(structure: Structure) -> Graph:
    """The graph of a well-formed structure: ids once, and every choice between passages."""
    number = {passage.id: place for place, passage in enumerate(structure.passages)}
    turn = {choice.id: place for place, choice in enumerate(structure.choices)}
    leaving = [() if each.ending else structure.leaving(each.id) for each in structure.passages]
    following = [tuple([number[each.target] for each in choices]) for choices in leaving]
    groups, start = groups_of(following), number[structure.start]
    parts = parts_of(groups, following, start)
    kinds = alike(leaving)
    bits = bits_for(parts, kinds, leaving, structure.passages)

    @cache
    def mask(flags: frozenset[str]) -> int:
        return sum(bits[flag] for flag in flags if flag in bits)

    def masks(choice: Choice) -> Sequence[int]:
        return [*map(mask, (choice.requires, choice.forbids, choice.grants, choice.clears))]

    flags = {kind: [*map(masks, leaving[kind])] for kind in {*kinds}}
    edges = tuple(
        tuple(
            [
                Edge(turn[choice.id], source, target, *masks)
                for choice, target, masks in zip(choices, following[source], flags[kind])
            ]
        )
        for source, (choices, kind) in enumerate(zip(leaving, kinds, strict=True))
    )
    inserts = [mask(each.reads) for each in structure.passages]
    live = _live(edges, groups, [0] * len(edges))
    return Graph(
        structure=structure,
        start=start,
        bits=bits,
        edges=edges,
        groups=groups,
        parts=parts,
        live=live,
        kept=_live(edges, groups, inserts) if any(inserts) else live,
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


def _live(
    edges: Sequence[Sequence[Edge]], groups: Sequence[Sequence[int]], reads: Sequence[int]
) -> tuple[int, ...]:
    """The flags that are read at each passage or after it, before they are granted anew.

    Passages that lead to each other are looked at until nothing changes.
    """
    live = [0] * len(edges)
    for group in reversed(groups):
        changed = True
        while changed:
            changed = False
            for place in reversed(group):
                alive = reads[place]
                for edge in edges[place]:
                    changes = edge.grants | edge.clears
                    alive |= edge.requires | edge.forbids | (live[edge.target] & ~changes)
                changed = changed or (alive != live[place] and len(group) > 1)
                live[place] = alive
    return tuple(live)


def groups_of(following: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The largest groups of places in which each leads to all, those that lead on first.

    So stand the places of a group, as far as they can.
    """
    count = len(following)
    at, back, left = [-1] * count, [count] * count, dict[int, int]()
    trail, groups = list[int](), list[tuple[int, ...]]()
    waiting = [*reversed(range(count))]
    while waiting:
        place = waiting.pop()
        if place >= 0 and at[place] < 0:
            at[place] = back[place] = len(trail)
            trail.append(place)
            waiting += (~place, *reversed(following[place]))
        elif place < 0:
            # All that it leads to has been seen: a group is over where it is as far back as any.
            place = ~place
            left[place] = len(left)
            farthest = back[place]
            for each in following[place]:
                if back[each] < farthest:
                    farthest = back[each]
            back[place] = farthest
            if farthest == at[place]:
                group = trail[at[place] :]
                del trail[at[place] :]
                for each in group:
                    back[each] = count
                if len(group) > 1:
                    group.sort(key=left.__getitem__, reverse=True)
                groups.append(tuple(group))
    return tuple(reversed(groups))


def parts_of(
    groups: Sequence[tuple[int, ...]], following: Sequence[Iterable[int]], start: int
) -> Sequence[Sequence[tuple[int, ...]]]:
    """The groups in parts, each begun by a place that leads on, and to which all before it lead.

    What stands before the ``start``, where nobody comes, is in the first part alone.
    """
    number = {place: at for at, group in enumerate(groups) for place in group}
    begin = far = number[start]
    parts = [list(groups[:begin])]
    for at in range(begin, len(groups)):
        first, *others = group = groups[at]
        if at == begin or (at == far and not others and following[first]):
            parts.append([])
        parts[-1].append(group)
        for place in group:
            for each in following[place]:
                if number[each] > far:
                    far = number[each]
    return parts


def ranks(following: Sequence[Sequence[int]]) -> Mapping[int, int] | None:
    """Of each place a number, lower than those of the places that lead to it.

    ``None`` where places lead to each other in a loop.
    """
    groups = groups_of(following)
    if len(groups) < len(following) or any(at in after for at, after in enumerate(following)):
        return None
    return {place: -number for number, (place,) in enumerate(groups)}
