"""Tests of the layered layout: nothing overlaps, every edge is drawn, and time runs downwards."""

from collections.abc import Iterator
from itertools import combinations, pairwise
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.story_map.layered_graph import (
    LayoutEdge,
    LayoutNode,
    count_crossings,
    find_reversed_edges,
    layer_graph,
    order_layers,
)
from questfoundry.app.story_map.layered_layout import LayeredLayout, Point, fit_ascending, lay_out

Graph = tuple[list[LayoutNode], list[LayoutEdge]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Return any graph, with loops, parallel edges and nodes without an entrance."""
    sizes = st.floats(10, 200, width=16)
    nodes = draw(
        st.lists(st.builds(LayoutNode, width=sizes, height=sizes), min_size=1, max_size=12)
    )
    ends = st.integers(0, len(nodes) - 1)
    found = draw(st.lists(st.tuples(ends, ends, st.floats(-0.5, 0.5, width=16)), max_size=24))
    edges = [
        LayoutEdge(source=one, target=other, port=part * nodes[one].width)
        for one, other, part in found
    ]
    return nodes, edges


def chain(*ends: tuple[int, int], size: float = 40) -> Graph:
    """Return a graph of equal nodes with these edges."""
    nodes = [LayoutNode(width=size, height=size)] * (1 + max(map(max, ends)))
    return nodes, [LayoutEdge(source=one, target=other) for one, other in ends]


def rectangles(nodes: list[LayoutNode], layout: LayeredLayout) -> list[tuple[float, ...]]:
    """Return the left, top, right and bottom of each node."""
    return [
        (at.x - node.width / 2, at.y, at.x + node.width / 2, at.y + node.height)
        for node, at in zip(nodes, layout.places, strict=True)
    ]


def sample(course: tuple[Point, ...]) -> Iterator[tuple[float, float]]:
    """Yield points along a Bézier curve."""
    for at in range(0, len(course) - 1, 3):
        a, b, c, d = course[at : at + 4]
        for step in range(13):
            t = step / 12
            weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points = list(zip(weights, (a, b, c, d), strict=True))
            yield sum(w * p.x for w, p in points), sum(w * p.y for w, p in points)


@given(graphs())
def test_no_node_overlaps_another(graph: Graph) -> None:
    """Overlapping passages could not be read. (MAP-4.1)"""
    nodes, edges = graph
    layout = lay_out(nodes, edges)
    found = rectangles(nodes, layout)
    for left, top, right, bottom in found:
        assert -0.01 <= left < right <= layout.width + 0.01
        assert 0 <= top < bottom <= layout.height + 0.01
    for one, other in combinations(found, 2):
        apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert apart >= 20


@given(graphs())
def test_every_edge_joins_its_nodes_and_crosses_no_other_node(graph: Graph) -> None:
    """A line through a passage looks like a choice of this passage. (MAP-4.1)"""
    nodes, edges = graph
    layout = lay_out(nodes, edges)
    found = rectangles(nodes, layout)
    assert len(layout.courses) == len(edges)
    for edge, course in zip(edges, layout.courses, strict=True):
        source, target = layout.places[edge.source], layout.places[edge.target]
        assert course[0].x == pytest.approx(source.x + edge.port)
        assert course[0].y == pytest.approx(source.y + nodes[edge.source].height)
        assert (course[-1].x, course[-1].y) == (target.x, target.y)
        for x, y in sample(course):
            assert -1 <= y <= layout.height + 1
            for left, top, right, bottom in found:
                assert not (left < x < right and top + 0.01 < y < bottom - 0.01)


@given(graphs())
def test_edges_lead_down(graph: Graph) -> None:
    """Readers expect time to run down, and the same story must give the same map."""
    nodes, edges = graph
    layout = lay_out(nodes, edges)
    reversed_edges = find_reversed_edges(len(nodes), edges)
    for number, edge in enumerate(edges):
        if number not in reversed_edges:
            above, below = layout.places[edge.source], layout.places[edge.target]
            assert above.y + nodes[edge.source].height < below.y
    assert layout == lay_out(nodes, edges)


def test_only_what_closes_a_cycle_is_reversed() -> None:
    """A story without loops has no arrow that leads up."""
    _, edges = chain((0, 1), (0, 2), (1, 3), (2, 3), (1, 2))
    assert find_reversed_edges(4, edges) == set()
    _, edges = chain((0, 1), (1, 2), (2, 0), (2, 2))
    assert find_reversed_edges(3, edges) == {2, 3}


def test_edges_to_one_target_merge() -> None:
    """Dozens of parallel lines to one ending would hide everything else."""
    graph = layer_graph(*chain((0, 1), (1, 2), (2, 3), (0, 4), (1, 4), (3, 4)))
    dummies = range(len(graph.nodes), len(graph.layer))
    assert [graph.layer[each] for each in dummies] == [1, 2, 3]


def test_crossings_that_can_be_avoided_are_avoided() -> None:
    """Crossed lines are hard to follow."""
    graph = layer_graph(*chain((0, 1), (0, 2), (1, 4), (2, 3), (3, 5), (4, 6)))
    assert count_crossings(graph, order_layers(graph)) == 0
    assert count_crossings(graph, [[0], [1, 2], [3, 4], [5, 6]]) == 1


def test_a_straight_story_is_drawn_as_a_straight_line() -> None:
    """Needless bends make a long story hard to follow."""
    layout = lay_out(*chain((0, 1), (1, 2), (0, 2), (2, 3)))
    assert len({each.x for each in (layout.places[0], *layout.places[2:])}) == 1
    assert lay_out([], []).height == 0


@given(st.lists(st.tuples(st.floats(-99, 99, width=16), st.floats(0.5, 8, width=16)), max_size=9))
def test_pooled_numbers_ascend_and_keep_their_mean(pulls: list[tuple[float, float]]) -> None:
    """A layer whose vertices changed places would have more crossings than were counted."""
    numbers, weights = [each for each, _ in pulls], [weight for _, weight in pulls]
    fitted = fit_ascending(numbers, weights)
    assert all(one <= other + 1e-6 for one, other in pairwise(fitted))
    assert sum(map(mul, fitted, weights)) == pytest.approx(sum(map(mul, numbers, weights)), abs=0.1)
    assert fit_ascending(sorted(numbers), weights) == sorted(numbers)
    assert fit_ascending([0, 4, 1, 9], [1, 1, 2, 1]) == [0, 2, 2, 9]


def test_a_parent_is_above_the_middle_of_its_children_and_nothing_is_too_wide() -> None:
    """A map that is many times as wide as its widest layer cannot be overlooked."""
    layout = lay_out(*chain((0, 1), (0, 2), (0, 3), (3, 4)))
    assert layout.places[0].x == pytest.approx(layout.places[2].x)
    assert layout.places[3].x == layout.places[4].x
    nodes, edges = chain(*((n, n + 1) for n in range(30)), size=100)
    back = [LayoutEdge(source=n, target=n // 2) for n in range(4, 30)]
    assert lay_out(nodes, [*edges, *back]).width < 500
