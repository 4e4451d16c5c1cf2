"""Assign horizontal coordinates by the method of Brandes and Köpf (2002).

Four times, vertices are aligned with a median neighbour into vertical blocks: from the upper or the
lower neighbours, and from the left or the right. The coordinate is the mean of the two middle ones
of the four. As each of the four keeps the order and the distances, so does their mean. A vertex of
a block can be shifted, so that an edge leaves its port straight down.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from attrs import frozen

from questfoundry.app.story_map.layered.graph import Layering

NODE_GAP, DUMMY_GAP = 26.0, 15.0
"""The free space between two nodes, and beside a dummy, in pixels."""

_Ends = dict[int, list[tuple[int, float]]]
"""For each vertex its neighbours in the layer before, from left to right, and its shift to each."""


def assign_coordinates(graph: Layering, layers: Sequence[Sequence[int]]) -> list[float]:
    """Return the horizontal centre of each vertex of ``graph``, from 0 for the left edge."""
    candidates = [
        (_align(graph, layers, is_down=is_down, is_left=is_left), is_left)
        for is_down in (True, False)
        for is_left in (True, False)
    ]
    edges = [_find_edges(graph, each) for each, _ in candidates]
    narrowest = min(edges, key=lambda edge: edge[1] - edge[0])
    shifted = [
        [x + (narrowest[0] - left if is_left else narrowest[1] - right) for x in each]
        for (each, is_left), (left, right) in zip(candidates, edges, strict=True)
    ]
    middles = [sum(sorted(four)[1:3]) / 2 for four in zip(*shifted, strict=True)]
    left, _ = _find_edges(graph, middles)
    return [x - left for x in middles]


def _find_edges(graph: Layering, centres: Sequence[float]) -> tuple[float, float]:
    """Return the left and the right edge of the drawing."""
    halves = [graph.half_width(vertex) for vertex in range(len(centres))]
    return (
        min((x - half for x, half in zip(centres, halves, strict=True)), default=0.0),
        max((x + half for x, half in zip(centres, halves, strict=True)), default=0.0),
    )


def _align(
    graph: Layering, layers: Sequence[Sequence[int]], *, is_down: bool, is_left: bool
) -> Sequence[float]:
    """Return one of the four candidates; the others are mirror images of the one to the left."""
    sign = 1 if is_left else -1
    view = [layer[::sign] for layer in (layers if is_down else layers[::-1])]
    place = {vertex: number for layer in view for number, vertex in enumerate(layer)}
    ends = _find_ends(graph, place, is_down=is_down, sign=sign)
    blocks = _find_blocks(view, place, ends, _find_conflicts(graph, view, place, ends))
    return [sign * each for each in _compact(graph, view, blocks)]


def _find_ends(graph: Layering, place: Mapping[int, int], *, is_down: bool, sign: int) -> _Ends:
    ends: _Ends = {}
    for each in graph.segments:
        here, there = (each.lower, each.upper) if is_down else (each.upper, each.lower)
        ends.setdefault(here, []).append((there, sign * (each.port if is_down else -each.port)))
    for found in ends.values():
        found.sort(key=lambda end: (place[end[0]], end[1]))
    return ends


def _find_conflicts(
    graph: Layering, layers: Sequence[Sequence[int]], place: Mapping[int, int], ends: _Ends
) -> set[tuple[int, int]]:
    """Return the segments that cross a segment between two dummies (conflicts of type 1).

    Between two such inner segments, all ends must lie between the ends of both.
    """
    conflicts = set[tuple[int, int]]()
    for upper, layer in pairwise(layers):
        low, waiting = 0, list[int]()
        for vertex in layer:
            waiting.append(vertex)
            inner = _find_inner_end(graph, ends, vertex)
            if inner is None and vertex != layer[-1]:
                continue
            high = len(upper) if inner is None else place[inner]
            conflicts.update(
                (end, other)
                for other in waiting
                for end, _ in ends.get(other, ())
                if not low <= place[end] <= high and _find_inner_end(graph, ends, other) != end
            )
            low, waiting = high, []
    return conflicts


def _find_inner_end(graph: Layering, ends: _Ends, vertex: int) -> int | None:
    """Return the other end of the segment between two dummies that ends at ``vertex``."""
    if not graph.is_dummy(vertex):
        return None
    return next((end for end, _ in ends.get(vertex, ()) if graph.is_dummy(end)), None)


@frozen
class _Blocks:
    """Vertices in vertical blocks: the root of each vertex, and its shift from the root."""

    root: dict[int, int]
    shift: dict[int, float]


def _find_blocks(
    layers: Sequence[Sequence[int]],
    place: Mapping[int, int],
    ends: _Ends,
    conflicts: set[tuple[int, int]],
) -> _Blocks:
    root = {vertex: vertex for layer in layers for vertex in layer}
    shift = dict.fromkeys(root, 0.0)
    for layer in layers:
        last = -1
        for vertex in layer:
            found = ends.get(vertex, [])
            medians = sorted({(len(found) - 1) // 2, len(found) // 2}) if found else []
            for number in medians:
                end, offset = found[number]
                if root[vertex] == vertex and place[end] > last and (end, vertex) not in conflicts:
                    root[vertex], shift[vertex] = root[end], shift[end] + offset
                    last = place[end]
    return _Blocks(root, shift)


def _compact(graph: Layering, layers: Sequence[Sequence[int]], blocks: _Blocks) -> list[float]:
    """Return coordinates with each block as far left as possible, but beside its right neighbour.

    Blocks do not cross, so the graph of their distances has no cycle, and the coordinates are its
    longest paths.
    """
    after = _find_distances(graph, layers, blocks)
    waiting = dict.fromkeys(after, 0)
    for other in (each for found in after.values() for each in found):
        waiting[other] += 1
    order = [root for root, count in waiting.items() if not count]
    x = dict.fromkeys(after, 0.0)
    for root in order:
        for other, distance in after[root].items():
            x[other] = max(x[other], x[root] + distance)
            waiting[other] -= 1
            if not waiting[other]:
                order.append(other)
    for root in reversed(order):
        rooms = [x[other] - distance for other, distance in after[root].items()]
        x[root] = max(x[root], min(rooms, default=x[root]))
    vertices = range(len(graph.layer))
    return [x[blocks.root[vertex]] + blocks.shift[vertex] for vertex in vertices]


def _find_distances(
    graph: Layering, layers: Sequence[Sequence[int]], blocks: _Blocks
) -> Mapping[int, dict[int, float]]:
    """Return, for each block, the blocks to its right with their least distances."""
    after: dict[int, dict[int, float]] = {each: {} for each in blocks.root.values()}
    for left, right in (pair for layer in layers for pair in pairwise(layer)):
        found, other = after[blocks.root[left]], blocks.root[right]
        distance = blocks.shift[left] - blocks.shift[right] + _separate(graph, left, right)
        found[other] = max(distance, found.get(other, distance))
    return after


def _separate(graph: Layering, left: int, right: int) -> float:
    gap = DUMMY_GAP if graph.is_dummy(left) or graph.is_dummy(right) else NODE_GAP
    return graph.half_width(left) + gap + graph.half_width(right)
