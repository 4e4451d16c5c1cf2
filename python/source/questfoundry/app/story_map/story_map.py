"""The map of a story as data, and the interface of the renderers that draw it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from attrs import frozen

from questfoundry.domain.former_names import former_names


@frozen
class PathCode:
    """The short code of a path, such as ``2a``: dilemma number and answer letter."""

    dilemma: int
    letter: str

    def __str__(self) -> str:
        return f"{self.dilemma}{self.letter}"


@frozen(kw_only=True)
class LegendEntry:
    """A dilemma in the legend.

    ``answers`` maps letters to those answers of the dilemma that the story explores.
    """

    number: int
    question: str
    answers: Mapping[str, str]


@frozen(kw_only=True)
class MapBeat:
    """A beat in short form; ``code`` is its path, or ``None`` if all paths share the beat."""

    text: str
    note: str
    code: PathCode | None


@frozen(kw_only=True)
class Box:
    """A passage on the map.

    ``code``: the path of the passage; ``None`` if all paths share it.
    ``residue``: whether the passage exists only because of an earlier choice of a path.
    ``ending``: the name of its ending, or empty.
    ``hub``: the id of its hub, both for topics and for the hub itself; empty for others.
    ``chapter``: the chapter number from 1; 0 in a story without chapters.
    ``begins``: the title of the chapter that begins here, or empty.
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
        """Return whether the passage is a topic of a hub."""
        return self.hub not in ("", self.id)


@frozen(kw_only=True)
class MapOption:
    """A choice of the player on a line; ``conditions`` are short texts such as ``if 1a``."""

    label: str
    conditions: tuple[str, ...] = ()


@former_names(is_act="has_options")
@frozen(kw_only=True)
class Line:
    """A connection on the map with all choices that lead along it.

    ``code`` is the path that these choices select, if any. Several options are alternatives with
    the same target. A choice that a hub and its topics share starts at the hub.
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
    """A map to draw: title, legend, boxes and lines, in story order.

    ``choices`` is the number of choices in the story. Several choices can share a line.
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
    """A deterministic renderer of maps in one format."""

    format: MapFormat
    suffix: str
    """The suffix of the format's file names, with the dot."""

    def obstacle(self, story_map: StoryMap) -> str:
        """Return why the renderer cannot draw this map, in sentences; empty if it can."""
        del story_map
        return ""

    @abstractmethod
    def render(self, story_map: StoryMap) -> str:
        """Return the drawing as text, with the story's texts escaped.

        Raise ``InputError`` on failure.
        """
