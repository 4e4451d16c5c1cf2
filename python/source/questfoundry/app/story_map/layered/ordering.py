"""Order the vertices of each layer with few crossings, by the barycentre heuristic."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from questfoundry.app.story_map.layered.graph import EdgeSegment, Layering

SWEEPS = 12
"""The most sweeps down and up; crossings seldom become fewer later."""

Layers = list[list[int]]
"""The vertices of each layer, from left to right."""


def order_layers(graph: Layering) -> Layers:
    """Return the layers in the best order that the sweeps found.

    A sweep sorts each layer by the mean position of the neighbours in the layer before. It takes
    O(n log n) time for n segments.
    """
    down, up = _neighbours(graph)
    best = layers = _search_depth_first(graph, down)
    fewest = count_crossings(graph, best)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        layers = _sweep(graph, layers, up if sweep % 2 == 0 else down, is_down=sweep % 2 == 0)
        crossings = count_crossings(graph, layers)
        if crossings < fewest:
            best, fewest = layers, crossings
    return best


_Neighbours = list[list[EdgeSegment]]


def _neighbours(graph: Layering) -> tuple[_Neighbours, _Neighbours]:
    down: _Neighbours = [[] for _ in graph.layer]
    up: _Neighbours = [[] for _ in graph.layer]
    for segment in graph.segments:
        down[segment.upper].append(segment)
        up[segment.lower].append(segment)
    for each in down:
        each.sort(key=lambda segment: segment.port)
    return down, up


def _search_depth_first(graph: Layering, down: _Neighbours) -> Layers:
    """Return a first order, in which the vertices below a vertex are beside one another."""
    layers: Layers = [[] for _ in range(max(graph.layer, default=-1) + 1)]
    seen = [False] * len(graph.layer)
    for start in sorted(range(len(graph.layer)), key=graph.layer.__getitem__):
        stack = [start]
        while stack:
            here = stack.pop()
            if not seen[here]:
                seen[here] = True
                layers[graph.layer[here]].append(here)
                stack += [segment.lower for segment in reversed(down[here])]
    return [_put_turns_beside(graph, layer) for layer in layers]


def _sweep(graph: Layering, layers: Layers, before: _Neighbours, *, is_down: bool) -> Layers:
    place = {vertex: number for layer in layers for number, vertex in enumerate(layer)}
    found = [list(layer) for layer in layers]
    for layer in found if is_down else reversed(found):
        means = {
            vertex: sum(_place_end(graph, place, each, is_upper=is_down) for each in ends)
            / len(ends)
            for vertex in layer
            if (ends := before[vertex])
        }
        moved = iter(sorted(means, key=means.__getitem__))
        layer[:] = [next(moved) if vertex in means else vertex for vertex in layer]
        layer[:] = _put_turns_beside(graph, layer)
        place.update((vertex, number) for number, vertex in enumerate(layer))
    return found


def _place_end(
    graph: Layering, place: dict[int, int], each: EdgeSegment, *, is_upper: bool
) -> float:
    """Return where the segment ends in its layer: a position plus the part of the node's width."""
    if not is_upper:
        return place[each.lower]
    width = 2 * graph.half_width(each.upper)
    return place[each.upper] + (each.port / width if width else 0.0)


def _put_turns_beside(graph: Layering, layer: Sequence[int]) -> list[int]:
    turns: dict[int, list[int]] = {}
    for vertex in layer:
        if vertex in graph.beside:
            turns.setdefault(graph.beside[vertex], []).append(vertex)
    rest = (vertex for vertex in layer if vertex not in graph.beside)
    return [each for vertex in rest for each in (vertex, *turns.get(vertex, ()))]


def count_crossings(graph: Layering, layers: Layers) -> int:
    """Return how many pairs of segments cross: inversions, counted by a Fenwick tree."""
    place = {vertex: number for layer in layers for number, vertex in enumerate(layer)}
    between: list[list[tuple[float, int]]] = [[] for _ in layers]
    for each in graph.segments:
        start = _place_end(graph, place, each, is_upper=True)
        between[graph.layer[each.upper]].append((start, place[each.lower]))
    sizes = (len(lower) for _, lower in pairwise(layers))
    return sum(
        sum(_count_inversions([lower for _, lower in sorted(ends)], size))
        for ends, size in zip(between, sizes, strict=False)
    )


def _count_inversions(numbers: Sequence[int], size: int) -> Iterator[int]:
    tree = [0] * (size + 1)
    for seen, number in enumerate(numbers):
        at, not_greater = number + 1, 0
        while at:
            not_greater += tree[at]
            at &= at - 1
        yield seen - not_greater
        at = number + 1
        while at <= size:
            tree[at] += 1
            at += at & -at
