"""Lay out a graph in layers by Sugiyama's method: coordinates of nodes, and courses of edges.

After ``layered_graph.py``, this file assigns coordinates by least squares. A course runs vertically
through a layer and bends only between two layers, so it never crosses a node.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from attrs import frozen

from questfoundry.app.story_map.layered_graph import (
    Layering,
    LayoutEdge,
    LayoutNode,
    layer_graph,
    order_layers,
)

NODE_GAP, DUMMY_GAP = 26.0, 15.0
"""The free space between two nodes, and beside a dummy, in pixels."""

SWEEPS = 30
"""The number of sweeps down and up; coordinates hardly change after as many."""

_WEIGHTS = (1.0, 2.0, 8.0)
"""The weight of a segment by its number of dummies."""


@frozen
class _Pull:
    """A segment as seen from one end: the vertex at the other end, a shift to it, and a weight."""

    vertex: int
    shift: float
    weight: float


_Pulls = Sequence[Sequence[_Pull]]


def assign_coordinates(graph: Layering, layers: Sequence[Sequence[int]]) -> list[float]:
    """Return the horizontal centre of each vertex of ``graph``, from 0 for the left edge.

    Edges become short and straight, within the order of each layer. The coordinates minimise the
    squared horizontal lengths of all segments, with heavier weights for long edges, which should be
    straight (Gansner and others, 1993). A sweep solves this layer by layer. For one layer, the
    order and the distances make it an isotonic regression, which the algorithm of pooled adjacent
    violators solves exactly in linear time. The last sweep goes up and looks at the lower
    neighbours only, so that passages with one successor are exactly above it.
    """
    x = _pack(graph, layers)
    above, below = _find_pulls(graph)
    both = [(*one, *other) for one, other in zip(above, below, strict=True)]
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            _place_layer(graph, layer, both, x)
    for layer in reversed(layers):
        _place_layer(graph, layer, below, x)
    left = min((at - graph.half_width(vertex) for vertex, at in enumerate(x)), default=0.0)
    return [round(at - left, 2) for at in x]


def _pack(graph: Layering, layers: Sequence[Sequence[int]]) -> list[float]:
    """Return coordinates with each layer as narrow as possible, and its middle at 0."""
    x = [0.0] * len(graph.layer)
    for layer in layers:
        offsets = _find_offsets(graph, layer)
        for vertex, offset in zip(layer, offsets, strict=True):
            x[vertex] = offset - offsets[-1] / 2
    return x


def _find_offsets(graph: Layering, layer: Sequence[int]) -> list[float]:
    """Return the least distances of the vertices of a layer from its first vertex."""
    gaps = (_separate(graph, left, right) for left, right in pairwise(layer))
    return [*accumulate(gaps, initial=0.0)]


def _separate(graph: Layering, left: int, right: int) -> float:
    gap = DUMMY_GAP if graph.is_dummy(left) or graph.is_dummy(right) else NODE_GAP
    return graph.half_width(left) + gap + graph.half_width(right)


def _find_pulls(graph: Layering) -> tuple[_Pulls, _Pulls]:
    """Return the pulls of the upper and of the lower neighbours on each vertex."""
    above: list[list[_Pull]] = [[] for _ in graph.layer]
    below: list[list[_Pull]] = [[] for _ in graph.layer]
    for each in graph.segments:
        weight = _WEIGHTS[graph.is_dummy(each.upper) + graph.is_dummy(each.lower)]
        above[each.lower].append(_Pull(each.upper, each.port, weight))
        below[each.upper].append(_Pull(each.lower, -each.port, weight))
    return above, below


def _place_layer(graph: Layering, layer: Sequence[int], pulls: _Pulls, x: list[float]) -> None:
    """Move the vertices of ``layer`` in ``x`` to where their neighbours pull them."""
    offsets = _find_offsets(graph, layer)
    wanted, weights = list[float](), list[float]()
    for vertex, offset in zip(layer, offsets, strict=True):
        found = pulls[vertex] or [_Pull(vertex, 0.0, _WEIGHTS[0])]
        weights.append(sum(each.weight for each in found))
        total = sum(each.weight * (x[each.vertex] + each.shift) for each in found)
        wanted.append(total / weights[-1] - offset)
    fitted = fit_ascending(wanted, weights)
    for vertex, offset, at in zip(layer, offsets, fitted, strict=True):
        x[vertex] = at + offset


def fit_ascending(wanted: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the ascending numbers with the least squared, weighted distance from ``wanted``.

    Neighbours that violate the order are pooled at their weighted mean.
    """
    pools: list[tuple[float, float, int]] = []
    for number, weight in zip(wanted, weights, strict=True):
        mean, count = number, 1
        while pools and pools[-1][0] > mean:
            other, more, members = pools.pop()
            mean = (mean * weight + other * more) / (weight + more)
            weight, count = weight + more, count + members
        pools.append((mean, weight, count))
    return [mean for mean, _, count in pools for _ in range(count)]


LAYER_GAP, MOST_GAP = 40.0, 110.0
"""The space between two layers in pixels; it grows with the width that a course crosses there."""

_SLOPE = 0.12


@frozen
class Point:
    """A position in pixels, relative to the upper left corner."""

    x: float
    y: float


@frozen(kw_only=True)
class LayeredLayout:
    """The layout of a graph.

    ``places`` holds the middle of the top of each node. ``courses`` holds a Bézier curve for each
    edge: a start point, followed by three points for each cubic segment.
    """

    width: float
    height: float
    places: tuple[Point, ...]
    courses: tuple[tuple[Point, ...], ...]


def lay_out(nodes: Sequence[LayoutNode], edges: Sequence[LayoutEdge]) -> LayeredLayout:
    """Return the layout of a graph; equal graphs get equal layouts."""
    graph = layer_graph(nodes, edges)
    layers = order_layers(graph)
    across = assign_coordinates(graph, layers)
    rows = _Rows(graph, layers, across)
    places = [Point(across[number], rows.tops[graph.layer[number]]) for number in range(len(nodes))]
    courses = tuple(
        tuple(_route(graph, rows, across, edge, passed))
        for edge, passed in zip(edges, graph.courses, strict=True)
    )
    return LayeredLayout(
        width=max((across[v] + graph.half_width(v) for v in range(len(across))), default=0.0),
        height=rows.height,
        places=tuple(places),
        courses=courses,
    )


class _Rows:
    """The vertical extent of each layer: ``tops``, ``bottoms``, and the gaps around it."""

    def __init__(
        self, graph: Layering, layers: Sequence[Sequence[int]], across: Sequence[float]
    ) -> None:
        spans = [0.0] * len(layers)
        for each in graph.segments:
            reach = abs(across[each.upper] + each.port - across[each.lower])
            spans[graph.layer[each.upper]] = max(spans[graph.layer[each.upper]], reach)
        turning = {graph.layer[dummy] for dummy in graph.beside}
        y = LAYER_GAP if 0 in turning else 0.0
        self.tops: list[float] = []
        self.bottoms: list[float] = []
        for number, layer in enumerate(layers):
            found = [graph.nodes[vertex] for vertex in layer if not graph.is_dummy(vertex)]
            self.tops.append(y)
            y += max((node.height for node in found), default=0.0)
            self.bottoms.append(y)
            y += min(MOST_GAP, LAYER_GAP + _SLOPE * spans[number])
        last = LAYER_GAP if len(layers) - 1 in turning else 0.0
        self.height = self.bottoms[-1] + last if layers else 0.0


def _route(
    graph: Layering, rows: _Rows, across: Sequence[float], edge: LayoutEdge, passed: Sequence[int]
) -> Iterator[Point]:
    """Yield the Bézier curve of an edge: down into each gap, and straight through each layer."""
    source, target = graph.layer[edge.source], graph.layer[edge.target]
    x = across[edge.source] + edge.port
    here = Point(x, rows.tops[source] + graph.nodes[edge.source].height)
    yield here
    stops = [(across[vertex], graph.layer[vertex]) for vertex in passed]
    is_up = source >= target
    corners = [Point(x, rows.bottoms[source])]
    for across_dummy, at in stops:
        ends = [Point(across_dummy, rows.tops[at]), Point(across_dummy, rows.bottoms[at])]
        corners += ends[::-1] if is_up else ends
    corners.append(Point(across[edge.target], rows.tops[target]))
    turn = LAYER_GAP if is_up else 0.0
    for number, there in enumerate(corners):
        bend = turn * ((number == 1) - (number == len(corners) - 1))
        yield from _bend(here, there, bend)
        here = there


def _bend(here: Point, there: Point, turn: float) -> tuple[Point, Point, Point]:
    """Return a cubic segment with vertical ends; ``turn`` is how far down it swings."""
    middle = (here.y + there.y) / 2 + turn
    return Point(here.x, middle), Point(there.x, middle), there
