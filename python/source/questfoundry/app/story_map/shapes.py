"""The shapes of a drawn map: rectangles and lines of text, which fit a width."""

import unicodedata
from collections.abc import Iterator
from enum import Enum
from functools import cache

from attrs import evolve, frozen

from questfoundry.app.story_map.story_map import PathCode
from questfoundry.domain.story.prose import clean_text


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


_ENLARGED, _ENLARGED_BOLD = 1.12, 1.2
"""By how much the widths of Arial are enlarged; a program without Arial takes a wider font."""

_WIDTHS = {
    letter: width
    for width, letters in (
        (0.22, "'ijl|"),
        (0.28, ' !,./:;I[\\]ft"·'),
        (0.35, "()-`r{}*“”\u2018\u2019"),
        (0.5, "Jcksvxyz^"),
        (0.56, "#$0123456789?L_abdeghnopqu+<=>~•"),
        (0.64, "FTZ&ABEKPSVXY"),
        (0.75, "CDHNRUwGOQ"),
        (0.94, "MmW%@—…"),
    )
    for letter in letters
}
_LETTER, _CAPITAL, _OTHER, _WIDE = 0.62, 0.78, 0.8, 1.05
_DOTS = " …"


def measure_text(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of ``text`` in pixels in a font of ``size`` pixels, without a font file."""
    enlarged = _ENLARGED_BOLD if is_bold else _ENLARGED
    return size * enlarged * sum(map(_measure_character, text))


@cache
def _measure_character(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    base = unicodedata.normalize("NFD", character)[0]
    if base in _WIDTHS:
        return _WIDTHS[base]
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or category == "So":
        return _WIDE
    return {"Ll": _LETTER, "Lu": _CAPITAL}.get(category, _OTHER)


def fit_text(
    text: str, width: float, size: float, *, most: int, is_bold: bool = False
) -> tuple[str, ...]:
    """Break ``text`` into at most ``most`` lines of ``width`` pixels; dots replace the rest.

    A word that is too long is broken. A text without a visible sign has no lines.
    """

    def is_too_wide(line: str) -> bool:
        return measure_text(line, size, is_bold=is_bold) > width

    lines = [""]
    for word in _list_words(text):
        longer = f"{lines[-1]} {word}".strip()
        if not is_too_wide(longer):
            lines[-1] = longer
            continue
        lines.append("")
        for piece in word if is_too_wide(word) else (word,):
            if is_too_wide(lines[-1] + piece):
                lines.append("")
            lines[-1] += piece
    found = [line for line in lines if line]
    if len(found) <= most:
        return tuple(found)
    last = found[most - 1]
    while last and is_too_wide(last + _DOTS):
        last = last.rpartition(" ")[0] or last[:-1]
    return (*found[: most - 1], last.rstrip() + _DOTS)


def _list_words(text: str) -> Iterator[str]:
    words = clean_text(text).split()
    if any(unicodedata.category(sign)[0] in "LNPS" for word in words for sign in word):
        yield from words
