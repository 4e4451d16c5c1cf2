"""The graph that is laid out, and its layers.

The layers come from reversed cycles, longest paths, and long edges that are split by dummies. The
vertices of each layer are ordered with few crossings, by the barycentre heuristic.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from attrs import field, frozen


@frozen(kw_only=True)
class LayoutNode:
    """A rectangle to place, with its size in pixels."""

    width: float
    height: float


@frozen(kw_only=True)
class LayoutEdge:
    """An edge between two nodes, given by their numbers.

    The edge starts at the bottom of its source, ``port`` pixels to the right of the centre, and
    ends at the middle of the top of its target.
    """

    source: int
    target: int
    port: float = 0.0


@frozen
class EdgeSegment:
    """A part of an edge, between vertices of two neighbouring layers."""

    upper: int
    lower: int
    port: float = 0.0


@frozen(kw_only=True)
class Layering:
    """A graph whose segments join neighbouring layers only.

    A vertex is the number of a node or, from the number of nodes upwards, of a dummy: a point at
    which an edge passes a layer. All edges to one target share the dummies of a layer, so they
    merge. ``layer`` holds the layer of each vertex. ``courses`` lists, for each edge, the dummies
    that it passes, from its source on. ``beside`` maps the dummies at both ends of a reversed edge
    to the node beside which the edge turns.
    """

    nodes: Sequence[LayoutNode]
    layer: list[int]
    segments: tuple[EdgeSegment, ...]
    courses: tuple[tuple[int, ...], ...]
    beside: dict[int, int] = field(factory=dict)

    def is_dummy(self, vertex: int) -> bool:
        """Return whether ``vertex`` is a point of an edge, not a node."""
        return vertex >= len(self.nodes)

    def half_width(self, vertex: int) -> float:
        """Return half of the width of ``vertex``; a dummy has no width."""
        return 0.0 if self.is_dummy(vertex) else self.nodes[vertex].width / 2


def layer_graph(nodes: Sequence[LayoutNode], edges: Sequence[LayoutEdge]) -> Layering:
    """Return the proper layering of the graph. It takes linear time in the number of dummies."""
    reversed_edges = find_reversed_edges(len(nodes), edges)
    forward = [edge for number, edge in enumerate(edges) if number not in reversed_edges]
    layer = _assign_layers(len(nodes), forward)
    return _split_edges(nodes, edges, layer)


def find_reversed_edges(nodes: int, edges: Sequence[LayoutEdge]) -> Collection[int]:
    """Return the numbers of edges without which the graph has no cycle.

    They are the back edges of a depth-first search, which include all loops.
    """
    targets: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for number, edge in enumerate(edges):
        targets[edge.source].append((number, edge.target))
    found, on_stack, visited = set[int](), set[int](), set[int]()
    for start in range(nodes):
        stack = [] if start in visited else [(start, iter(targets[start]))]
        on_stack.update(name for name, _ in stack)
        while stack:
            here, rest = stack[-1]
            visited.add(here)
            number, target = next(rest, (-1, -1))
            if number < 0:
                on_stack.discard(here)
                stack.pop()
            elif target in on_stack:
                found.add(number)
            elif target not in visited:
                on_stack.add(target)
                stack.append((target, iter(targets[target])))
    return found


def _assign_layers(nodes: int, edges: Sequence[LayoutEdge]) -> list[int]:
    """Return each node's layer: one more than the highest number among its predecessors."""
    targets: list[list[int]] = [[] for _ in range(nodes)]
    for edge in edges:
        targets[edge.source].append(edge.target)
    layer = [0] * nodes
    for node in _sort_topologically(targets):
        for target in targets[node]:
            layer[target] = max(layer[target], layer[node] + 1)
    return layer


def _sort_topologically(targets: Sequence[Sequence[int]]) -> list[int]:
    waiting = [0] * len(targets)
    for found in targets:
        for target in found:
            waiting[target] += 1
    order = [node for node, count in enumerate(waiting) if not count]
    for node in order:
        for target in targets[node]:
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    return order


def _split_edges(
    nodes: Sequence[LayoutNode], edges: Sequence[LayoutEdge], layer: list[int]
) -> Layering:
    dummies: dict[tuple[int, int, bool], int] = {}
    segments: dict[EdgeSegment, None] = {}
    beside: dict[int, int] = {}

    def add_dummy(target: int, at: int, *, is_up: bool) -> int:
        if (target, at, is_up) not in dummies:
            dummies[target, at, is_up] = len(layer)
            layer.append(at)
        return dummies[target, at, is_up]

    def split(edge: LayoutEdge) -> tuple[int, ...]:
        above, below = layer[edge.source], layer[edge.target]
        if above < below:
            span = range(above + 1, below)
            passed = [add_dummy(edge.target, at, is_up=False) for at in span]
            first, *_ = chain = (*passed, edge.target)
            segments[EdgeSegment(edge.source, first, edge.port)] = None
        else:
            passed = [add_dummy(edge.target, at, is_up=True) for at in range(above, below - 1, -1)]
            chain = tuple(reversed(passed))
            beside[passed[-1]] = edge.target
            beside.setdefault(passed[0], edge.source)
        segments.update(dict.fromkeys(EdgeSegment(one, other) for one, other in pairwise(chain)))
        return tuple(passed)

    courses = tuple(map(split, edges))
    return Layering(
        nodes=nodes, layer=layer, segments=tuple(segments), courses=courses, beside=beside
    )


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
