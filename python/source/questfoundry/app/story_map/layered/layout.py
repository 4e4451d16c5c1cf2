"""Lay out a graph in layers: positions of its nodes, and courses of its edges."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from questfoundry.app.story_map.layered.coordinates import assign_coordinates
from questfoundry.app.story_map.layered.graph import Layering, LayoutEdge, LayoutNode
from questfoundry.app.story_map.layered.layering import layer_graph
from questfoundry.app.story_map.layered.ordering import order_layers

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
