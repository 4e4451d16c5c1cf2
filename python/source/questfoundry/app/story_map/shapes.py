"""The shapes of a drawn map: rectangles and lines of text."""

from enum import Enum

from attrs import evolve, frozen

from questfoundry.app.story_map.story_map import PathCode


class TextStyle(Enum):
    """The role of a text on the map, with the size of its font in pixels and whether it is bold."""

    HEADING = ("heading", 20.0, True)
    CHAPTER = ("chapter", 14.0, True)
    TITLE = ("title", 13.0, True)
    ENDING = ("ending-name", 11.5, True)
    LEGEND = ("legend-text", 12.0, False)
    CODE = ("code", 11.0, True)
    OPTION = ("option", 11.0, False)
    BEAT = ("beat", 10.5, False)
    NOTE = ("note", 10.0, False)

    def __init__(self, css_class: str, size: float, is_bold: bool) -> None:
        self.css_class = css_class
        self.size = size
        self.is_bold = is_bold

    @property
    def line_height(self) -> float:
        """The distance between two lines of text in pixels."""
        return round(self.size * 1.25, 1)


class RectangleStyle(Enum):
    """The role of a rectangle on the map; the value is its CSS class."""

    CHAPTER = "frame"
    PASSAGE = "passage"
    ENDING = "inner"
    """The second border of an ending."""
    CHOICE = "choice"
    BEAT = "moment"
    EXIT = "sign"
    """A sign at the end of a chapter, with the name of a passage in another chapter."""
    TOPICS = "topics"
    """The part of a hub that holds its topics."""


@frozen(kw_only=True)
class Rectangle:
    """A rectangle with its upper left corner at ``x`` and ``y``; ``code`` sets its colour."""

    x: float
    y: float
    width: float
    height: float
    style: RectangleStyle
    code: PathCode | None = None


@frozen(kw_only=True)
class TextLine:
    """One line of text; ``x`` is its middle, or its left end, and ``y`` its baseline, in pixels."""

    x: float
    y: float
    words: str
    style: TextStyle
    is_centred: bool = True


@frozen(kw_only=True)
class Card:
    """A part of the map with its shapes, in the order in which they are drawn.

    ``ports`` holds, for each line that leaves a passage, the middle of its choice on the
    horizontal axis.
    """

    width: float
    height: float
    rectangles: tuple[Rectangle, ...] = ()
    texts: tuple[TextLine, ...] = ()
    ports: tuple[float, ...] = ()

    def move(self, x: float, y: float) -> "Card":
        """Return the card with its shapes moved by ``x`` to the right and ``y`` down."""
        return evolve(
            self,
            rectangles=tuple(evolve(each, x=each.x + x, y=each.y + y) for each in self.rectangles),
            texts=tuple(evolve(each, x=each.x + x, y=each.y + y) for each in self.texts),
            ports=tuple(port + x for port in self.ports),
        )
