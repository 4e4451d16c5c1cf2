"""Draw the story map as SVG, and as PNG by rendering this SVG with resvg.

Colours and fonts are attributes, which a style sheet can override. So the same drawing is a file of
its own and a part of a page in light and dark colours.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import as_file, files
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

from attrs import frozen

from questfoundry.app.story_map.arrange import MARGIN, MapLayout, lay_out_map
from questfoundry.app.story_map.cards import fit_lines, set_lines
from questfoundry.app.story_map.layered_layout import Point
from questfoundry.app.story_map.shapes import Card, Rectangle, RectangleStyle, TextLine, TextStyle
from questfoundry.app.story_map.story_map import (
    Box,
    LegendEntry,
    Line,
    MapFormat,
    MapRenderer,
    PassageLink,
    PathCode,
    StoryMap,
)
from questfoundry.infra.export import gamebook
from questfoundry.infra.export.text import one_line
from questfoundry.infra.story_map.look import NEUTRAL, ink_of

FONTS = "Arial, Helvetica, 'Liberation Sans', Arimo, 'Noto Sans', 'Noto Serif', sans-serif"
_COLOURS = 7
_ENTRY = 440.0
"""The width of an entry in the legend in pixels."""

_ARROW = 8.0
_THIN, _THICK = 1.6, 5.0
_RADIUS = {RectangleStyle.CHAPTER: 10, RectangleStyle.PASSAGE: 5, RectangleStyle.TOPICS: 5}


class SvgMapRenderer(MapRenderer):
    """A renderer that writes the map as an SVG file with a heading and a legend."""

    format = MapFormat.SVG
    suffix = ".svg"

    def render(self, story_map: StoryMap) -> bytes:
        return draw_picture(story_map).text.encode()


@frozen
class SvgPicture:
    """The text of an SVG file, with its size in pixels."""

    text: str
    width: float
    height: float


def draw_picture(story_map: StoryMap) -> SvgPicture:
    """Return the picture of a map with a heading and a legend."""
    layout = lay_out_map(story_map)
    head = _draw_head(story_map, layout.width)
    width, height = max(layout.width, head.width), layout.height + head.height
    left = (width - layout.width) / 2
    lines = (
        *_begin_file(story_map, width, height),
        f'<g class="legend">{_shapes(head)}</g>',
        f'<g transform="translate({left:.1f} {head.height:.1f})">',
        *draw_parts(story_map, layout, {}),
        "</g>",
        "</svg>",
        "",
    )
    return SvgPicture("\n".join(lines), width, height)


def draw_parts(
    story_map: StoryMap, layout: MapLayout, links: Mapping[str, PassageLink]
) -> Iterator[str]:
    """Yield the SVG elements of a map; ``links`` maps the ids of passages to links."""
    for chapter in layout.chapters:
        yield f'<g class="chapters">{_shapes(chapter)}</g>'
    yield '<g class="lines" fill="none">'
    for number, curve in layout.curves.items():
        yield from _line(story_map.lines[number], curve)
    yield "</g>"
    anchors = {
        box.id: links[box.id].anchor if box.id in links else f"passage-{number}"
        for number, box in enumerate(story_map.boxes, start=1)
    }
    for sign in layout.exits:
        yield f'<a class="exit" href="#{escape(anchors[sign.target])}">{_shapes(sign.card)}</a>'
    boxes = {box.id: box for box in story_map.boxes}
    for name, card in layout.cards.items():
        yield _passage(boxes[name], card, anchors[name], links.get(name))


def _begin_file(story_map: StoryMap, width: float, height: float) -> Iterator[str]:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" '
        f'aria-labelledby="map-title map-description" font-family="{FONTS}">'
    )
    title = one_line(story_map.title) or "Story"
    yield f'<title id="map-title">{escape(f"Map of {title}")}</title>'
    yield f'<desc id="map-description">{escape(_describe(story_map))}</desc>'
    yield f'<rect width="{width:.0f}" height="{height:.0f}" fill="#fff"/>'


def _describe(story_map: StoryMap) -> str:
    endings = sum(bool(box.ending) for box in story_map.boxes)
    questions = "; ".join(f"{each.number}: {one_line(each.question)}" for each in story_map.legend)
    counts = f"Passages: {len(story_map.boxes)}. Choices: {story_map.choices}. Endings: {endings}."
    return f"{counts} {f'Dilemmas: {questions}' if questions else ''}".strip()


def _draw_head(story_map: StoryMap, width: float) -> Card:
    """Return the title and the legend, which names the dilemmas and their answers in columns."""
    title = fit_lines(story_map.title, TextStyle.HEADING, 640)
    columns = max(1, int((width - MARGIN) // _ENTRY))
    y = MARGIN + sum(style.line_height for _, style in title) + 8
    parts = []
    entries = [*map(_draw_entry, story_map.legend)]
    for first in range(0, len(entries), columns):
        row = entries[first : first + columns]
        parts += [entry.move(MARGIN + number * _ENTRY, y) for number, entry in enumerate(row)]
        y += max(entry.height for entry in row) + 8
    texts = set_lines(title, MARGIN, MARGIN, is_centred=False)
    return Card(
        width=MARGIN + _ENTRY * max(1, min(columns, len(parts))),
        height=y,
        rectangles=tuple(each for part in parts for each in part.rectangles),
        texts=(*texts, *(each for part in parts for each in part.texts)),
    )


def _draw_entry(entry: LegendEntry) -> Card:
    answers = (f"{entry.number}{letter}: {text}" for letter, text in entry.answers.items())
    lines = [
        *fit_lines(entry.question, TextStyle.LEGEND, _ENTRY - 80),
        *(line for text in answers for line in fit_lines(text, TextStyle.NOTE, _ENTRY - 80)),
    ]
    height = sum(style.line_height for _, style in lines) + 2
    number = fit_lines(str(entry.number), TextStyle.CODE, 26)
    swatch = Rectangle(
        x=0.0,
        y=0.0,
        width=26.0,
        height=height,
        style=RectangleStyle.CHOICE,
        code=PathCode(entry.number, ""),
    )
    texts = (*set_lines(number, 13, height / 2 - 7), *set_lines(lines, 36, 1, is_centred=False))
    return Card(width=_ENTRY, height=height, rectangles=(swatch,), texts=texts)


def _passage(box: Box, card: Card, anchor: str, link: PassageLink | None) -> str:
    names = ["box", _colour(box.code)]
    names += [name for name in ("ending", "residue", "highlighted") if getattr(box, name)]
    names += ["start"] if box.is_start else []
    names += ["found"] if link and link.is_marked else []
    names += ["selected"] if link and link.is_selected else []
    head = f"id={quoteattr(anchor)} class={quoteattr(' '.join(names))}"
    shapes = _shapes(card, box)
    if link is None:
        return f"<g {head}><title>{escape(one_line(box.title))}</title>{shapes}</g>"
    frame = card.rectangles[0]
    dot = f'<circle cx="{_at(frame.x + frame.width - 8)}" cy="{_at(frame.y + 8)}" r="5"/>'
    return (
        f"<a href={quoteattr(link.address)} {head}>"
        f"<title>{escape(link.title)}</title>{shapes}{dot if link.is_marked else ''}</a>"
        f"{_menu(box, frame, link.menu) if link.menu else ''}"
    )


def _menu(box: Box, frame: Rectangle, address: str) -> str:
    """Return a link to ``address``, drawn as three dots at the corner of a passage."""
    title = escape(f"Change the story at {one_line(box.title)}")
    x, y = _at(frame.x), _at(frame.y)
    places = (_at(frame.x + 5 * step) for step in (-1, 0, 1))
    dots = "".join(f'<circle class="dot" cx="{each}" cy="{y}" r="1.6"/>' for each in places)
    return (
        f'<a class="menu" href={quoteattr(address)}><title>{title}</title>'
        f'<circle cx="{x}" cy="{y}" r="12"/>{dots}</a>'
    )


def _shapes(card: Card, box: Box | None = None) -> str:
    drawn = [*(_rectangle(each, box) for each in card.rectangles), *map(_text, card.texts)]
    return "".join(drawn)


def _rectangle(each: Rectangle, box: Box | None) -> str:
    ink = ink_of(each.code)
    fill, stroke, width = ink.fill, ink.line, _THIN
    if each.style is RectangleStyle.PASSAGE and box and box.highlighted:
        width = _THICK
    if each.style in (RectangleStyle.ENDING, RectangleStyle.TOPICS):
        fill = "none"
    if each.style is RectangleStyle.CHOICE:
        fill, width = (ink.fill if each.code else "#fff"), 0.8
        stroke = ink_of(each.code or (box.code if box else None)).line
    if each.style is RectangleStyle.EXIT:
        fill, width = "#fff", 0.8
    if each.style is RectangleStyle.CHAPTER:
        fill, stroke, width = "#fafafa", "#b3b3b3", 1
    is_dashed = each.style is RectangleStyle.TOPICS or (
        each.style is RectangleStyle.PASSAGE and box and box.residue
    )
    dashes = ' stroke-dasharray="6 4"' if is_dashed else ""
    return (
        f'<rect class="{each.style.value} {_colour(each.code)}" x="{_at(each.x)}" y="{_at(each.y)}"'
        f' width="{_at(each.width)}" height="{_at(each.height)}" rx="{_RADIUS.get(each.style, 2)}"'
        f' fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"{dashes}/>'
    )


def _text(each: TextLine) -> str:
    anchor = ' text-anchor="middle"' if each.is_centred else ""
    weight = ' font-weight="bold"' if each.style.is_bold else ""
    fill = "#555" if each.style is TextStyle.NOTE else "#111"
    return (
        f'<text class="{each.style.css_class}" x="{_at(each.x)}" y="{_at(each.y)}"{anchor}{weight}'
        f' font-size="{each.style.size:g}" fill="{fill}">{escape(each.words)}</text>'
    )


def _line(line: Line, curve: Sequence[Point]) -> Iterator[str]:
    names = f"{_colour(line.code)}{' highlighted' if line.highlighted else ''}"
    ink = ink_of(line.code).line if line.code else NEUTRAL.line
    width = _THICK if line.highlighted else _THIN
    end = curve[-1]
    arrow = f"M{_at(end.x)} {_at(end.y)}l-4.5 -{_ARROW:g}h9z"
    yield f'<path class="{names}" d="{_path(curve)}" stroke="{ink}" stroke-width="{width:g}"/>'
    yield f'<path class="tip {names}" d="{arrow}" fill="{ink}"/>'


def _path(curve: Sequence[Point]) -> str:
    """Return the curve as path data; it ends inside the arrow's head."""
    first, *rest = curve
    parts = [f"M{_at(first.x)} {_at(first.y)}"]
    here = first
    for at in range(0, len(rest), 3):
        one, other, there = rest[at : at + 3]
        is_last = at + 3 == len(rest)
        y = there.y - (_ARROW - 2 if is_last else 0)
        if _at(here.x) == _at(there.x):
            parts.append(f"V{_at(y)}")
        else:
            points = (one, other, Point(there.x, y))
            parts.append("C" + " ".join(f"{_at(each.x)} {_at(each.y)}" for each in points))
        here = there
    return "".join(parts)


def _at(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _colour(code: PathCode | None) -> str:
    return f"c{(code.dilemma - 1) % _COLOURS + 1}" if code else "c0"


SHARP = 2.0
"""The most pixels of the picture for one pixel of the SVG, so that small texts are sharp."""

MOST_PIXELS = 64_000_000
"""A larger picture is made smaller, because many programs cannot open it."""


class PngMapRenderer(MapRenderer):
    """A renderer that draws the SVG of the map with the fonts of the machine.

    Letters that these fonts lack come from the font of the gamebooks.
    """

    format = MapFormat.PNG
    suffix = ".png"

    def __init__(self, *, most_pixels: int = MOST_PIXELS) -> None:
        self._most_pixels = most_pixels

    def render(self, story_map: StoryMap) -> bytes:
        from resvg_py import svg_to_bytes  # loaded with the first picture only

        svg = draw_picture(story_map)
        with as_file(files(gamebook).joinpath("fonts")) as folder:
            return svg_to_bytes(svg_string=svg.text, zoom=self._zoom(svg), font_dirs=[str(folder)])

    def _zoom(self, svg: SvgPicture) -> float:
        return min(SHARP, sqrt(self._most_pixels / (svg.width * svg.height)))
