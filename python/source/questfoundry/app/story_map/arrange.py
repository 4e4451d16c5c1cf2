"""Arrange the map of a story: draw its passages as cards, and lay out cards and lines.

Chapters are columns beside one another, and each is laid out for itself. A line to another chapter
ends at an exit, a sign with the title of its target. A hub holds its topics: a topic from which no
choice leads away, except choices that the hub offers too, is drawn inside the card of the hub.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from attrs import frozen

from questfoundry.app.story_map.cards import draw_card, draw_exit, fit_lines, set_lines
from questfoundry.app.story_map.layered_graph import LayoutEdge, LayoutNode
from questfoundry.app.story_map.layered_layout import Point, lay_out
from questfoundry.app.story_map.shapes import Card, Rectangle, RectangleStyle, TextStyle
from questfoundry.app.story_map.story_map import Box, Line, StoryMap

MARGIN = 24.0
_PADDING, _BETWEEN, _LEAST_COLUMN = 18.0, 26.0, 180.0


@frozen
class ChapterExit:
    """A sign at the end of a line to the passage ``target`` in another chapter."""

    target: str
    card: Card


@frozen(kw_only=True)
class MapLayout:
    """The layout of a map in pixels.

    ``chapters`` holds the frames of the chapters with their titles. ``cards`` maps the ids of
    passages to their cards; a hub comes before its topics. ``curves`` maps the numbers of lines, in
    order, to Bézier curves: a start point, followed by three points for each cubic segment. A line
    from a hub to a topic inside its card has no curve.
    """

    width: float
    height: float
    chapters: tuple[Card, ...]
    cards: Mapping[str, Card]
    exits: tuple[ChapterExit, ...]
    curves: Mapping[int, tuple[Point, ...]]


def lay_out_map(story_map: StoryMap) -> MapLayout:
    """Return the layout of ``story_map``; it does not depend on what is highlighted."""
    drawing = _Drawing(story_map)
    titles = {box.chapter: box.begins for box in story_map.boxes if box.begins}
    ordered = sorted(drawing.outer, key=lambda box: box.chapter or len(titles) + 1)
    x, columns = MARGIN, list[MapLayout]()
    for chapter, boxes in groupby(ordered, key=lambda box: box.chapter):
        columns.append(_Column(drawing, list(boxes)).place(titles.get(chapter, ""), x))
        x += columns[-1].width + _BETWEEN
    return MapLayout(
        width=x - _BETWEEN + MARGIN if columns else 2 * MARGIN,
        height=max((each.height for each in columns), default=0.0) + 2 * MARGIN,
        chapters=tuple(frame for each in columns for frame in each.chapters),
        cards={name: card for each in columns for name, card in each.cards.items()},
        exits=tuple(sign for each in columns for sign in each.exits),
        curves=dict(sorted(each for column in columns for each in column.curves.items())),
    )


class _Drawing:
    """The cards of all passages.

    ``outer`` lists the passages that are not inside a hub, and ``leaving`` the numbers of the lines
    that leave each of them, in the order of its ports.
    """

    def __init__(self, story_map: StoryMap) -> None:
        self.map = story_map
        looks = _find_inner_topics(story_map)
        self.leaving: dict[str, list[int]] = defaultdict(list)
        for number, line in enumerate(story_map.lines):
            if looks.get(line.target) is not line:
                self.leaving[line.source].append(number)
        topics: dict[str, dict[str, Card]] = defaultdict(dict)
        for box in story_map.boxes:
            if look := looks.get(box.id):
                topics[look.source][box.id], _ = draw_card(box, (), look=look, topics={})
        self.outer = [box for box in story_map.boxes if box.id not in looks]
        self._drawn = {
            box.id: draw_card(
                box,
                [story_map.lines[number] for number in self.leaving[box.id]],
                topics=topics[box.id],
            )
            for box in self.outer
        }
        self.titles = {box.id: box.title for box in story_map.boxes}

    def card(self, passage: str) -> Card:
        """Return the card of ``passage``, at the origin."""
        return self._drawn[passage][0]

    def place_cards(self, passage: str, x: float, y: float) -> Iterator[tuple[str, Card]]:
        """Yield the cards of ``passage`` and of the topics inside it, moved to ``x`` and ``y``."""
        card, topics = self._drawn[passage]
        for name, each in {passage: card, **topics}.items():
            yield name, each.move(x, y)


def _find_inner_topics(story_map: StoryMap) -> Mapping[str, Line]:
    """Return the topics that have only one line, which is from their hub, with this line."""
    hubs = {box.id: box.hub for box in story_map.boxes if box.is_topic}
    touching: dict[str, list[Line]] = defaultdict(list)
    for line in story_map.lines:
        for end in {line.source, line.target}:
            touching[end].append(line)
    return {
        topic: lines[0]
        for topic, hub in hubs.items()
        if len(lines := touching[topic]) == 1 and lines[0].source == hub
    }


class _Column:
    """One chapter, or a story without chapters, with its cards and the exits to other chapters."""

    def __init__(self, drawing: _Drawing, boxes: Sequence[Box]) -> None:
        self._drawing, self._boxes = drawing, boxes
        self._lines = [number for box in boxes for number in drawing.leaving[box.id]]
        targets = dict.fromkeys(drawing.map.lines[number].target for number in self._lines)
        inside = [box.id for box in boxes]
        self._signs = [each for each in targets if each not in inside]
        self._index = {name: number for number, name in enumerate((*inside, *self._signs))}
        self._cards = [
            *map(drawing.card, inside),
            *(draw_exit(drawing.titles[each]) for each in self._signs),
        ]

    def place(self, title: str, left: float) -> MapLayout:
        """Return the layout of the column, with its left edge at ``left``."""
        nodes = [LayoutNode(width=card.width, height=card.height) for card in self._cards]
        laid = lay_out(nodes, [*self._list_edges()])
        frame = _draw_frame(title, laid.width, laid.height, left)
        x = left + (frame.width - laid.width) / 2
        y = MARGIN + frame.height - laid.height - (_PADDING if title else 0.0)
        corners = [
            (at.x - card.width / 2 + x, at.y + y)
            for at, card in zip(laid.places, self._cards, strict=True)
        ]
        signs = zip(self._signs, self._cards[len(self._boxes) :], strict=True)
        return MapLayout(
            width=frame.width,
            height=frame.height,
            chapters=(frame,) if title else (),
            cards=dict(self._place_cards(corners)),
            exits=tuple(
                ChapterExit(target, card.move(*corner))
                for (target, card), corner in zip(signs, corners[len(self._boxes) :], strict=True)
            ),
            curves={
                number: tuple(Point(each.x + x, each.y + y) for each in curve)
                for number, curve in zip(self._lines, laid.courses, strict=True)
            },
        )

    def _list_edges(self) -> Iterator[LayoutEdge]:
        for source, box in enumerate(self._boxes):
            card = self._cards[source]
            for number, port in zip(self._drawing.leaving[box.id], card.ports, strict=True):
                target = self._index[self._drawing.map.lines[number].target]
                yield LayoutEdge(source=source, target=target, port=port - card.width / 2)

    def _place_cards(self, corners: Sequence[tuple[float, float]]) -> Iterator[tuple[str, Card]]:
        for box, (x, y) in zip(self._boxes, corners, strict=False):
            yield from self._drawing.place_cards(box.id, x, y)


def _draw_frame(title: str, width: float, height: float, left: float) -> Card:
    """Return the frame of a chapter around contents of this size, with the title above them."""
    if not title:
        return Card(width=width, height=height)
    width = max(width, _LEAST_COLUMN) + 2 * _PADDING
    lines = fit_lines(title, TextStyle.CHAPTER, width - 2 * _PADDING)
    height += sum(style.line_height for _, style in lines) + 2.5 * _PADDING
    style = RectangleStyle.CHAPTER
    frame = Rectangle(x=left, y=MARGIN, width=width, height=height, style=style)
    texts = tuple(set_lines(lines, left + _PADDING, MARGIN + _PADDING / 2, is_centred=False))
    return Card(width=width, height=height, rectangles=(frame,), texts=texts)
