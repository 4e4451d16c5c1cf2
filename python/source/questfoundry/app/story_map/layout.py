"""Where the boxes and lines of a map stand: a layout, and the port to who makes one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from attrs import frozen

from questfoundry.app.story_map.story_map import StoryMap


@frozen
class Point:
    """A place on the map, in pixels from its upper left corner."""

    x: float
    y: float


@frozen(kw_only=True)
class MapLayout:
    """The middle of each box by the id of its passage; each line as a Bézier curve.

    ``curves`` stand in the order of the map's lines: a first point, then three for each stretch.
    """

    width: float
    height: float
    boxes: Mapping[str, Point]
    curves: tuple[tuple[Point, ...], ...]


class MapLayouter(Protocol):
    """Lays a map out: the same map in the same way."""

    @abstractmethod
    def lay_out(self, story_map: StoryMap, *, width: float, height: float) -> MapLayout:
        """The layout, of boxes of that size; ``InputError`` where it cannot be made."""
