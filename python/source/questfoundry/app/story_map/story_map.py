"""The map of a story as data, its layout, and the interfaces of programs that draw the map."""

from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from attrs import frozen

from questfoundry.domain.former_names import former_names


@frozen
class PathCode:
    """The short code of a path, such as ``2a``: the dilemma's number and the answer's letter."""

    dilemma: int
    letter: str

    def __str__(self) -> str:
        return f"{self.dilemma}{self.letter}"


@frozen(kw_only=True)
class LegendEntry:
    """A dilemma in the legend of a map, with the explored answers by letter."""

    number: int
    question: str
    answers: Mapping[str, str]


@frozen(kw_only=True)
class MapBeat:
    """A beat (one story moment); ``code`` is ``None`` if all paths share the beat."""

    text: str
    note: str
    code: PathCode | None


@frozen(kw_only=True)
class Box:
    """A passage on the map.

    ``code`` is the code of the passage's path; ``None`` if all paths share the passage. ``residue``
    says whether the passage exists only because of an earlier path. ``hub`` is the hub to which the
    passage belongs; a hub belongs to itself. ``chapter`` is 0 in a story without chapters, and
    ``begins`` the title of the chapter that begins here.
    """

    id: str
    title: str
    notes: tuple[str, ...]
    beats: tuple[MapBeat, ...] = ()
    code: PathCode | None = None
    ending: str = ""
    residue: bool = False
    highlighted: bool = False
    hub: str = ""
    chapter: int = 0
    begins: str = ""

    @property
    def is_topic(self) -> bool:
        """Return whether the passage is a topic of a hub, but not the hub itself."""
        return self.hub not in ("", self.id)


@frozen(kw_only=True)
class MapOption:
    """A choice on a line; ``conditions`` are short texts, such as ``if 1a``."""

    label: str
    conditions: tuple[str, ...] = ()


@former_names(is_act="has_options")
@frozen(kw_only=True)
class Line:
    """A connection between two boxes of a map, with all choices that lead from one to the other.

    ``code`` is the code of the path that these choices select. A choice that a hub shares with its
    topics starts at the hub.
    """

    source: str
    target: str
    options: tuple[MapOption, ...]
    code: PathCode | None = None
    highlighted: bool = False

    @property
    def has_options(self) -> bool:
        """Return whether the line has more than one option."""
        return len(self.options) > 1


@frozen(kw_only=True)
class StoryMap:
    """A map to draw, with boxes and lines in story order.

    ``choices`` is the number of all choices; a line can have several choices.
    """

    title: str
    legend: tuple[LegendEntry, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    choices: int


class MapFormat(StrEnum):
    """A file format in which a map can be drawn."""

    SVG = "svg"
    DOT = "dot"
    MERMAID = "mermaid"


class MapRenderer(Protocol):
    """The interface of a renderer that draws maps in one format; equal maps get equal drawings."""

    format: MapFormat
    suffix: str
    """The suffix of the format's file names, with the dot."""

    def obstacle(self, story_map: StoryMap) -> str:
        """Return why the renderer cannot draw this map, in full sentences, or "" if it can."""
        del story_map
        return ""

    @abstractmethod
    def render(self, story_map: StoryMap) -> str:
        """Return the drawing of ``story_map`` as text, or raise ``InputError``."""


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
        """Return a layout in which each box has the given size, in pixels.

        Raise ``InputError`` if the program that computes layouts fails or takes too long.
        """
