"""Draw one passage of the map as a card: its title, its notes, its beats and its choices.

Texts are broken into lines first; the card then is as wide as its widest row.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from attrs import evolve, frozen

from questfoundry.app.story_map.shapes import (
    Card,
    Rectangle,
    RectangleStyle,
    TextLine,
    TextStyle,
    fit_text,
    measure_text,
)
from questfoundry.app.story_map.story_map import Box, Line, MapOption, PathCode

PADDING = 8.0
MOST_LINES = 4
"""The most lines of one text."""

_WIDE, _MIDDLE, _NARROW, _LEAST = 200.0, 170.0, 120.0, 96.0
_CELL_WIDTHS = (_NARROW, 145.0, _MIDDLE, _WIDE, 240.0)
_TOPIC_GAP, _TOPICS_IN_ROW = 12.0, 3

StyledLine = tuple[str, TextStyle]


def fit_lines(text: str, style: TextStyle, width: float) -> tuple[StyledLine, ...]:
    """Break ``text`` into lines in ``style``; at most ``MOST_LINES`` lines are kept."""
    lines = fit_text(text, width, style.size, most=MOST_LINES, is_bold=style.is_bold)
    return tuple((line, style) for line in lines)


def set_lines(
    lines: Sequence[StyledLine], x: float, y: float, *, is_centred: bool = True
) -> Iterator[TextLine]:
    """Yield the lines below one another; the first line begins at the height ``y``."""
    tops = accumulate((style.line_height for _, style in lines), initial=y)
    for (words, style), top in zip(lines, tops, strict=False):
        baseline = round(top + 0.5 * style.line_height + 0.36 * style.size, 1)
        yield TextLine(x=x, y=baseline, words=words, style=style, is_centred=is_centred)


def measure_lines(lines: Sequence[StyledLine]) -> float:
    """Return the width of the widest line in pixels."""
    widths = (measure_text(words, each.size, is_bold=each.is_bold) for words, each in lines)
    return max(widths, default=0.0)


def draw_card(
    box: Box, lines: Sequence[Line], *, look: Line | None = None, topics: Mapping[str, Card]
) -> tuple[Card, Mapping[str, Card]]:
    """Return the card of a passage, and the cards of its ``topics``, placed inside it.

    ``lines`` are the lines that leave the passage. ``look`` is the line from the passage's hub, if
    the passage is a topic inside the card of the hub.
    """
    cells = [_fit_cell(line, _MIDDLE if len(lines) == 1 else _NARROW) for line in lines]
    rows = [*([_fit_cell(look, _MIDDLE)] if look else ()), *_list_rows(box)]
    area = _draw_topics([*topics.values()])
    widths = (_LEAST, sum(cell.width for cell in cells), area.width, *(row.width for row in rows))
    stack = _Stack(max(widths))
    for row in rows:
        stack.add(row.draw(stack.width, row.height))
    left, top = (stack.width - area.width) / 2, stack.height
    stack.add(area, left)
    stack.add(_draw_cells(cells, stack.width))
    placed = zip(topics, _place_topics([*topics.values()]), strict=True)
    return stack.frame(box), {topic: each.move(left, top) for topic, each in placed}


class _Stack:
    """Parts of a card below one another, ``height`` pixels high so far."""

    def __init__(self, width: float) -> None:
        self.width, self.height = width, 0.0
        self._parts: list[Card] = []

    def add(self, part: Card, x: float = 0.0) -> None:
        self._parts.append(part.move(x, self.height))
        self.height += part.height

    def frame(self, box: Box) -> Card:
        whole = Rectangle(
            x=0.0,
            y=0.0,
            width=self.width,
            height=self.height,
            style=RectangleStyle.PASSAGE,
            code=box.code,
        )
        inside = (each for part in self._parts for each in part.rectangles)
        return Card(
            width=self.width,
            height=self.height,
            rectangles=(whole, *([_inner_border(whole)] if box.ending else ()), *inside),
            texts=tuple(each for part in self._parts for each in part.texts),
            ports=self._parts[-1].ports,
        )


def _inner_border(whole: Rectangle) -> Rectangle:
    return evolve(
        whole,
        x=3.0,
        y=3.0,
        width=whole.width - 6,
        height=whole.height - 6,
        style=RectangleStyle.ENDING,
    )


@frozen(kw_only=True)
class _Row:
    """A row of a card: lines of text, perhaps on a rectangle of their own."""

    lines: tuple[StyledLine, ...]
    style: RectangleStyle | None = None
    code: PathCode | None = None
    is_list: bool = False

    @property
    def width(self) -> float:
        return measure_lines(self.lines) + 2 * PADDING

    @property
    def height(self) -> float:
        return sum(style.line_height for _, style in self.lines) + 1.5 * PADDING

    def draw(self, width: float, height: float) -> Card:
        """Return the row in a size that is at least its own."""
        size = {"width": width, "height": height}
        rectangles = (
            (Rectangle(x=0.0, y=0.0, style=self.style, code=self.code, **size),)
            if self.style
            else ()
        )
        x = PADDING if self.is_list else width / 2
        texts = set_lines(self.lines, x, 0.75 * PADDING, is_centred=not self.is_list)
        return Card(rectangles=rectangles, texts=tuple(texts), ports=(width / 2,), **size)


def _list_rows(box: Box) -> Iterator[_Row]:
    title = fit_lines(box.title, TextStyle.TITLE, _MIDDLE)
    notes = fit_lines(" · ".join(box.notes), TextStyle.NOTE, _MIDDLE)
    ending = fit_lines(f"Ending: {box.ending}", TextStyle.ENDING, _MIDDLE) if box.ending else ()
    yield _Row(lines=(*title, *notes, *ending))
    for beat in box.beats:
        text = fit_lines(beat.text, TextStyle.BEAT, _WIDE)
        note = fit_lines(beat.note, TextStyle.NOTE, _WIDE)
        yield _Row(lines=(*text, *note), style=RectangleStyle.BEAT, code=beat.code)


def _fit_cell(line: Line, least: float) -> _Row:
    """Return the narrowest cell in which most texts take two lines, so that it is not tall."""
    cells = (_cell(line, width) for width in _CELL_WIDTHS if width >= least)
    most = 1 + 2 * len(line.options)
    found = next((each for each in cells if len(each.lines) <= most), None)
    return found or _cell(line, _CELL_WIDTHS[-1])


def _cell(line: Line, width: float) -> _Row:
    head = f"{line.code or ''} {f'{len(line.options)} options' if line.has_options else ''}"
    bullet = "\u2022 " if line.has_options else ""
    options = (each for option in line.options for each in _option(option, bullet, width))
    return _Row(
        lines=(*fit_lines(head, TextStyle.CODE, width), *options),
        style=RectangleStyle.CHOICE,
        code=line.code,
        is_list=line.has_options,
    )


def _option(option: MapOption, bullet: str, width: float) -> Iterator[StyledLine]:
    yield from fit_lines(bullet + option.label, TextStyle.OPTION, width)
    yield from fit_lines(", ".join(option.conditions), TextStyle.NOTE, width)


def _draw_cells(cells: Sequence[_Row], width: float) -> Card:
    """Return the choices beside one another, as high as the highest and together ``width`` wide."""
    height = max((cell.height for cell in cells), default=0.0)
    spare = (width - sum(cell.width for cell in cells)) / max(len(cells), 1)
    lefts = accumulate((cell.width + spare for cell in cells), initial=0.0)
    drawn = [
        (left, cell.draw(cell.width + spare, height))
        for left, cell in zip(lefts, cells, strict=False)
    ]
    moved = [each.move(left, 0.0) for left, each in drawn]
    return Card(
        width=width,
        height=height,
        rectangles=tuple(part for each in moved for part in each.rectangles),
        texts=tuple(part for each in moved for part in each.texts),
        ports=tuple(part for each in moved for part in each.ports),
    )


def draw_exit(title: str) -> Card:
    """Return the sign with the title of a passage in another chapter."""
    lines = fit_lines(f"→ {title}", TextStyle.OPTION, _NARROW)
    row = _Row(lines=lines, style=RectangleStyle.EXIT)
    return row.draw(row.width, row.height)


def describe_hub(topics: int) -> str:
    """Return the label of a hub, a passage that offers ``topics`` topics in any order."""
    return f"Look around: {topics} topics, each once, in any order"


def _draw_topics(topics: Sequence[Card]) -> Card:
    """Return the area below the topics of a hub with its label, or an empty card."""
    if not topics:
        return Card(width=0.0, height=0.0)
    label = fit_lines(describe_hub(len(topics)), TextStyle.NOTE, _WIDE * 2)
    placed = [card.rectangles[0] for card in _place_topics(topics)]
    right = max(measure_lines(label), *(each.x + each.width for each in placed))
    width, height = right + _TOPIC_GAP, max(each.y + each.height for each in placed) + _TOPIC_GAP
    area = Rectangle(
        x=_TOPIC_GAP / 2,
        y=0.0,
        width=width - _TOPIC_GAP,
        height=height - _TOPIC_GAP / 2,
        style=RectangleStyle.TOPICS,
    )
    texts = tuple(set_lines(label, width / 2, PADDING / 2))
    return Card(width=width, height=height + PADDING, rectangles=(area,), texts=texts)


def _place_topics(topics: Sequence[Card]) -> Sequence[Card]:
    """Return the topics in rows, with their places in the area of a hub."""
    placed: list[Card] = []
    y = TextStyle.NOTE.line_height + PADDING
    for first in range(0, len(topics), _TOPICS_IN_ROW):
        row = topics[first : first + _TOPICS_IN_ROW]
        lefts = accumulate((each.width + _TOPIC_GAP for each in row), initial=_TOPIC_GAP)
        placed += [each.move(x, y) for x, each in zip(lefts, row, strict=False)]
        y += max(each.height for each in row) + _TOPIC_GAP
    return placed
