"""Strongly connected components, reachability and topological ranks of a graph of integers.

Tarjan's algorithm (1972) with an explicit stack instead of recursion. Every function takes linear
time in nodes and edges, except for the sorting inside a component.
``successors[n]`` lists the nodes that node ``n`` leads to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def reverse_edges(successors: Iterable[Iterable[int]], count: int) -> list[list[int]]:
    """Return the predecessors of each of the ``count`` nodes."""
    into: list[list[int]] = [[] for _ in range(count)]
    for source, targets in enumerate(successors):
        for target in targets:
            into[target].append(source)
    return into


def find_reachable(roots: Iterable[int], successors: Sequence[Iterable[int]]) -> list[bool]:
    """Return, for each node, whether it is one of ``roots`` or reachable from one."""
    waiting = list(roots)
    met = [False] * len(successors)
    for place in waiting:
        met[place] = True
    while waiting:
        for after in successors[waiting.pop()]:
            if not met[after]:
                met[after] = True
                waiting.append(after)
    return met


def find_components(successors: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the strongly connected components in topological order, sources first.

    The nodes of a component are in reverse postorder, so that most edges inside it lead forwards.
    """
    count = len(successors)
    at, back, left = [-1] * count, [count] * count, dict[int, int]()
    trail, groups = list[int](), list[tuple[int, ...]]()
    waiting = [*reversed(range(count))]
    while waiting:
        place = waiting.pop()
        if place >= 0 and at[place] < 0:
            at[place] = back[place] = len(trail)
            trail.append(place)
            waiting += (~place, *reversed(successors[place]))
        elif place < 0:
            # All that it leads to has been seen: a group is over where it is as far back as any.
            place = ~place
            left[place] = len(left)
            farthest = back[place]
            for each in successors[place]:
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


def split_at_dominators(
    components: Sequence[tuple[int, ...]], successors: Sequence[Iterable[int]], start: int
) -> Sequence[Sequence[tuple[int, ...]]]:
    """Split the components into segments, each entered only through its first node.

    The first node of a segment is a component by itself, has a successor, and dominates all later
    nodes: no earlier edge jumps over it. Segment 0 holds the components before ``start``, which no
    path from the start reaches.
    """
    number = {place: at for at, group in enumerate(components) for place in group}
    begin = far = number[start]
    parts = [list(components[:begin])]
    for at in range(begin, len(components)):
        first, *others = group = components[at]
        if at == begin or (at == far and not others and successors[first]):
            parts.append([])
        parts[-1].append(group)
        for place in group:
            for each in successors[place]:
                if number[each] > far:
                    far = number[each]
    return parts


def compute_ranks(successors: Sequence[Sequence[int]]) -> Mapping[int, int] | None:
    """Return a rank for each node, lower than the ranks of its predecessors; ``None`` for a cycle."""
    groups = find_components(successors)
    if len(groups) < len(successors) or any(at in after for at, after in enumerate(successors)):
        return None
    return {place: -number for number, (place,) in enumerate(groups)}
