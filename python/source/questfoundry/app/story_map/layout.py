"""The positions of boxes and lines on a map, and the interface of programs that compute them."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Protocol

from attrs import frozen

from questfoundry.app.story_map.story_map import StoryMap


@frozen
class Point:
    """A position on a map in pixels, relative to the upper left corner."""

    x: float
    y: float


@frozen(kw_only=True)
class MapLayout:
    """The layout of a map: the position of each box and the course of each line.

    ``boxes`` maps passage ids to the centres of boxes. ``curves`` holds a Bézier curve for each
    line of the map: a start point, followed by three points for each cubic segment.
    """

    width: float
    height: float
    boxes: Mapping[str, Point]
    curves: tuple[tuple[Point, ...], ...]


class MapLayouter(Protocol):
    """The interface of a program that computes map layouts; equal maps get equal layouts."""

    @abstractmethod
    def lay_out(self, story_map: StoryMap, *, width: float, height: float) -> MapLayout:
        """Return a layout for boxes of this size, or raise ``InputError``."""
