"""Lay out a story map in rows, for machines without Graphviz; lines may cross boxes.

The steps follow Sugiyama's method: remove cycles, assign rows, reduce crossings with the barycentre
heuristic, and place boxes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from questfoundry.app.story_map.story_map import MapLayout, MapLayouter, Point, StoryMap

_BESIDE, _BELOW = 22.0, 36.0
_SWEEPS = 6

_Edges = Mapping[str, Sequence[str]]


class RowMapLayouter(MapLayouter):
    """A layouter that puts each box below all boxes that lead to it, and close to them."""

    def lay_out(self, story_map: StoryMap, *, width: float, height: float) -> MapLayout:
        edges = _acyclic_edges(story_map)
        incoming: dict[str, list[str]] = defaultdict(list)
        for source, targets in edges.items():
            for target in targets:
                incoming[target].append(source)
        rows = _assign_rows(edges)
        for sweep in range(_SWEEPS):
            _untangle(rows if sweep % 2 else rows[::-1], edges if not sweep % 2 else incoming)
        across = _place_boxes(rows, incoming, width + _BESIDE)
        left = min(across.values(), default=0.0) - width / 2
        boxes = {
            name: Point(across[name] - left, row * (height + _BELOW) + height / 2)
            for row, names in enumerate(rows)
            for name in names
        }
        return MapLayout(
            width=max((each.x for each in boxes.values()), default=0.0) + width / 2,
            height=max(len(rows) * (height + _BELOW) - _BELOW, 0.0),
            boxes=boxes,
            curves=tuple(
                _curve(boxes[line.source], boxes[line.target], height) for line in story_map.lines
            ),
        )


def _acyclic_edges(story_map: StoryMap) -> _Edges:
    """Return the targets of each box, in topological order, without lines that close a cycle.

    An iterative depth-first search finds the cycles.
    """
    targets: dict[str, dict[str, None]] = {box.id: {} for box in story_map.boxes}
    for line in story_map.lines:
        targets[line.source][line.target] = None
    edges: dict[str, list[str]] = {name: [] for name in targets}
    finished: list[str] = []
    on_stack, visited = set[str](), set[str]()
    for box in story_map.boxes:
        stack = [] if box.id in visited else [(box.id, iter(targets[box.id]))]
        on_stack.update(name for name, _ in stack)
        while stack:
            name, rest = stack[-1]
            visited.add(name)
            target = next(rest, None)
            if target is None:
                on_stack.discard(name)
                finished.append(name)
                stack.pop()
            elif target not in on_stack:
                edges[name].append(target)
                if target not in visited:
                    on_stack.add(target)
                    stack.append((target, iter(targets[target])))
    return {name: edges[name] for name in reversed(finished)}


def _assign_rows(edges: _Edges) -> list[list[str]]:
    row = dict.fromkeys(edges, 0)
    for name, targets in edges.items():
        for target in targets:
            row[target] = max(row[target], row[name] + 1)
    rows: list[list[str]] = [[] for _ in range(max(row.values(), default=-1) + 1)]
    for name, number in row.items():
        rows[number].append(name)
    return rows


def _untangle(rows: Iterable[list[str]], edges: _Edges) -> None:
    """Sort the boxes of each row to reduce crossings (the barycentre heuristic)."""
    place: dict[str, float] = {}
    for names in rows:
        middles = {
            name: _middle([place[each] for each in edges.get(name, ()) if each in place], number)
            for number, name in enumerate(names)
        }
        names.sort(key=middles.__getitem__)
        place.update({name: number - len(names) / 2 for number, name in enumerate(names)})


def _place_boxes(rows: Sequence[Sequence[str]], before: _Edges, step: float) -> dict[str, float]:
    """Return the horizontal position of each box's centre, near the mean of its predecessors.

    In each row the centres are at least ``step`` apart.
    """
    across: dict[str, float] = {}
    for names in rows:
        targets = [_middle([across[each] for each in before.get(name, ())], 0.0) for name in names]
        found: list[float] = []
        for want in targets:
            found.append(max(want, found[-1] + step) if found else want)
        shift = _middle([want - place for want, place in zip(targets, found, strict=True)], 0.0)
        across.update({name: each + shift for name, each in zip(names, found, strict=True)})
    return across


def _middle(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _curve(source: Point, target: Point, height: float) -> tuple[Point, ...]:
    start, end = source.y + height / 2, target.y - height / 2
    half = (start + end) / 2
    return (
        Point(source.x, start),
        Point(source.x, half),
        Point(target.x, half),
        Point(target.x, end),
    )
