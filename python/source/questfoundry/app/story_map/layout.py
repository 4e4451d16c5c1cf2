"""The positions on a map, and the interface of the engines that compute them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from attrs import frozen

from questfoundry.app.story_map.story_map import StoryMap


@frozen
class Point:
    """A position in pixels, relative to the upper left corner."""

    x: float
    y: float


@frozen(kw_only=True)
class MapLayout:
    """The layout of a map.

    It has the centre of each box by passage id, and each line as a Bézier curve. The curves are in
    the order of the map's lines. A curve has a start point, then three points for each cubic
    segment.
    """

    width: float
    height: float
    boxes: Mapping[str, Point]
    curves: tuple[tuple[Point, ...], ...]


class MapLayouter(Protocol):
    """A deterministic layout engine for maps."""

    @abstractmethod
    def lay_out(self, story_map: StoryMap, *, width: float, height: float) -> MapLayout:
        """Return a layout for boxes of this size; raise ``InputError`` if the engine fails."""
