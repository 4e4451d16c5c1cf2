"""Assign horizontal coordinates: short and straight edges, within the order of each layer.

The coordinates minimise the squared horizontal lengths of all segments, with heavier weights for
long edges, which should be straight (Gansner and others, 1993). A sweep solves this layer by layer.
For one layer, the order and the distances make it an isotonic regression, which the algorithm of
pooled adjacent violators solves exactly in linear time. The last sweep goes up and looks at the
lower neighbours only, so that passages with one successor are exactly above it.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

from attrs import frozen

from questfoundry.app.story_map.layered.graph import Layering

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
    """Return the horizontal centre of each vertex of ``graph``, from 0 for the left edge."""
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
