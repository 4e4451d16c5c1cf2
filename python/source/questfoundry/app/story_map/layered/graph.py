"""The graph that is laid out: its nodes, its edges, and its proper layering."""

from collections.abc import Sequence

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
