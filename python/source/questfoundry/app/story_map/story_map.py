"""The map of a story: what a picture of it shows, and the port to the formats it is drawn in."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from attrs import frozen


@frozen
class PathCode:
    """A path in short: the number of its dilemma and the letter of its answer, ``2a``."""

    dilemma: int
    letter: str

    def __str__(self) -> str:
        return f"{self.dilemma}{self.letter}"


@frozen(kw_only=True)
class LegendEntry:
    """A dilemma in the legend; ``answers`` says what the letters stand for."""

    number: int
    question: str
    answers: Mapping[str, str]


@frozen(kw_only=True)
class MapBeat:
    """A beat in few words; ``code`` is the path that it belongs to, if any."""

    text: str
    note: str
    code: PathCode | None


@frozen(kw_only=True)
class Box:
    """A passage on the map.

    ``code`` is the path that it belongs to, ``None`` where all paths meet; ``residue`` says
    that it is there only because of a path taken earlier. ``ending`` is the name of the ending
    that the story has there. ``hub`` is the id of the passage in which players look around, for
    its topics and for itself. ``chapter`` is the number of its chapter, from 1, and 0 where there
    are none; ``begins`` is the title of the one that begins there.
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
        """Whether it is looked at in a hub, and is not the hub itself."""
        return self.hub not in ("", self.id)


@frozen(kw_only=True)
class MapOption:
    """One thing that players can choose; ``conditions`` are short: ``if 1a``."""

    label: str
    conditions: tuple[str, ...] = ()


@frozen(kw_only=True)
class Line:
    """A way on the map, with all that can be chosen to go it; ``code`` is the path it commits to.

    Several options are an act. What a hub and its topics offer alike leads from the hub.
    """

    source: str
    target: str
    options: tuple[MapOption, ...]
    code: PathCode | None = None
    highlighted: bool = False

    @property
    def has_options(self) -> bool:
        """Whether there are several ways to do what leads there."""
        return len(self.options) > 1


@frozen(kw_only=True)
class StoryMap:
    """A picture to be drawn: its title and legend, boxes and lines in the order of the story.

    ``choices`` counts those of the structure, which can be more than lines.
    """

    title: str
    legend: tuple[LegendEntry, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    choices: int


class MapFormat(StrEnum):
    """A picture, or the text of one."""

    SVG = "svg"
    DOT = "dot"
    MERMAID = "mermaid"


class MapRenderer(Protocol):
    """Draws a map in one format: the same map gives the same text."""

    format: MapFormat
    suffix: str
    """The end of the name of its files, with the dot."""

    def obstacle(self, story_map: StoryMap) -> str:
        """Why it cannot draw this map here, in sentences; empty where it can."""
        del story_map
        return ""

    @abstractmethod
    def render(self, story_map: StoryMap) -> str:
        """The drawing; the words of the story are data in it. ``InputError`` where it fails."""
