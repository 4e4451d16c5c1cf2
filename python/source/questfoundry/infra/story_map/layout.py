"""Compute the positions of a story map's boxes and lines with Graphviz."""

import re
import shutil
from collections.abc import Iterator

from questfoundry.app.story_map.layout import MapLayout, MapLayouter, Point
from questfoundry.app.story_map.story_map import StoryMap
from questfoundry.infra.story_map.graphviz import run_dot

_INCH = 72.0
# Crossing minimisation of large graphs is slow, so its iterations are limited.
_LARGE = 400
_PATIENT, _QUICK = "", "nslimit=2 nslimit1=2 mclimit=0.3 "
_GAP = re.compile(r"\s+")


class GraphvizMapLayouter(MapLayouter):
    """A layouter that runs Graphviz's program ``dot`` on boxes of equal size.

    The boxes are empty, so Graphviz receives no text of the story.
    """

    def __init__(self, *, program: str = "dot", seconds: float = 120) -> None:
        self._program = program
        self._seconds = seconds

    @staticmethod
    def is_installed(program: str = "dot") -> bool:
        """Return whether ``program`` is installed; the default is Graphviz's program ``dot``."""
        return shutil.which(program) is not None

    def lay_out(self, story_map: StoryMap, *, width: float, height: float) -> MapLayout:
        """Return the positions of boxes and of the curves between them, in rows from top to bottom.

        All boxes have the given ``width`` and ``height``. Raise ``InputError`` if Graphviz fails.
        """
        text = "\n".join(("digraph {", *_statements(story_map, width, height), "}"))
        return _parse_layout(run_dot(text, "plain", self._program, self._seconds), story_map)


def _statements(story_map: StoryMap, width: float, height: float) -> Iterator[str]:
    numbers = {box.id: number for number, box in enumerate(story_map.boxes)}
    effort = _QUICK if len(story_map.boxes) > _LARGE else _PATIENT
    yield f"graph [{effort}nodesep=0.3 ranksep=0.5]"
    yield f'node [shape=box fixedsize=true width={width / _INCH} height={height / _INCH} label=""]'
    yield "edge [dir=none]"
    yield from (f"{number}" for number in numbers.values())
    for line in story_map.lines:
        yield f"{numbers[line.source]} -> {numbers[line.target]}"


def _parse_layout(plain: str, story_map: StoryMap) -> MapLayout:
    """Return the layout in ``plain``, the output of Graphviz in its format "plain".

    In this format the unit is the inch and the origin is at the bottom. The edges are not in the
    order of the lines of ``story_map``.
    """
    width = height = 0.0
    boxes: dict[str, Point] = {}
    curves: dict[tuple[str, str], list[tuple[Point, ...]]] = {}
    for row in plain.splitlines():
        kind, *values = _GAP.split(row.strip())
        if kind == "graph":
            width, height = float(values[1]) * _INCH, float(values[2]) * _INCH
        elif kind == "node":
            place = Point(float(values[1]) * _INCH, height - float(values[2]) * _INCH)
            boxes[story_map.boxes[int(values[0])].id] = place
        elif kind == "edge":
            ends = story_map.boxes[int(values[0])].id, story_map.boxes[int(values[1])].id
            numbers = [float(each) * _INCH for each in values[3 : 3 + 2 * int(values[2])]]
            points = zip(numbers[::2], numbers[1::2], strict=True)
            curves.setdefault(ends, []).append(tuple(Point(x, height - y) for x, y in points))
    lines = [curves[line.source, line.target].pop(0) for line in story_map.lines]
    return MapLayout(width=width, height=height, boxes=boxes, curves=tuple(lines))
