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
    that the story has there.
    """

    id: str
    title: str
    notes: tuple[str, ...]
    beats: tuple[MapBeat, ...] = ()
    code: PathCode | None = None
    ending: str = ""
    residue: bool = False
    highlighted: bool = False


@frozen(kw_only=True)
class Line:
    """A choice on the map; ``code`` is the path that it commits to.

    ``conditions`` are short: ``if 1a``.
    """

    source: str
    target: str
    label: str
    code: PathCode | None = None
    conditions: tuple[str, ...] = ()
    highlighted: bool = False


@frozen(kw_only=True)
class StoryMap:
    """A picture to be drawn: its title and legend, boxes and lines in the order of the story."""

    title: str
    legend: tuple[LegendEntry, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


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
