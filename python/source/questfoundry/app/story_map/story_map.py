"""The map of a story as data, and the interface of programs that draw the map."""

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
    ``begins`` the title of the chapter that begins here. ``is_start`` says whether the story begins
    here.
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
    is_start: bool = False

    @property
    def is_topic(self) -> bool:
        """Return whether the passage is a topic of a hub, but not the hub itself."""
        return self.hub not in ("", self.id)


@frozen(kw_only=True)
class MapOption:
    """A choice at a line of the map; ``conditions`` are short texts, such as ``if 1a``."""

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


@frozen(kw_only=True)
class PassageLink:
    """A link from a passage on the map to a page.

    ``anchor`` is the id of the passage on the map, and ``title`` describes the passage to screen
    readers. ``is_marked`` adds a dot to the passage, and ``is_selected`` says whether the page is
    about it. ``menu`` is the address of a page to change the story at the passage, or empty.
    """

    address: str
    anchor: str
    title: str
    is_marked: bool
    menu: str = ""
    is_selected: bool = False


class MapFormat(StrEnum):
    """A file format in which a map can be drawn."""

    SVG = "svg"
    PNG = "png"
    MERMAID = "mermaid"


class MapRenderer(Protocol):
    """The interface of a renderer that draws maps in one format; equal maps get equal drawings."""

    format: MapFormat
    suffix: str
    """The suffix of the format's file names, with the dot."""

    @abstractmethod
    def render(self, story_map: StoryMap) -> bytes:
        """Return the drawing of ``story_map`` as the bytes of a file."""
