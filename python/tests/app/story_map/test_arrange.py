"""Tests of the arranged map: nothing overlaps, and hubs and chapters hold their parts."""

import asyncio
from itertools import combinations

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.app.story_map.arrange import MapLayout, lay_out_map
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.shapes import Card, RectangleStyle, TextLine, measure_text
from questfoundry.app.story_map.story_map import Box, Line, MapOption, StoryMap
from questfoundry.domain.ids import slug_of
from tests.strategies.shapes import plans
from tests.support.chaptered import chaptered
from tests.support.chapters import with_chapters
from tests.support.deeds import with_deeds
from tests.support.examples import examples
from tests.support.maps import in_words
from tests.support.shapes import Shape
from tests.support.small_story import made_until, story_of

Area = tuple[float, float, float, float]


def area(card: Card) -> Area:
    """Return the left, top, right and bottom of the frame of a card."""
    frame = card.rectangles[0]
    return frame.x, frame.y, frame.x + frame.width, frame.y + frame.height


def is_inside(one: Area, other: Area) -> bool:
    return all(a >= b for a, b in zip(one[:2], other[:2], strict=True)) and all(
        a <= b for a, b in zip(one[2:], other[2:], strict=True)
    )


def is_apart(one: Area, other: Area) -> bool:
    return (
        max(one[0] - other[2], other[0] - one[2]) >= 0
        or max(one[1] - other[3], other[1] - one[3]) >= 0
    )


def ink(text: TextLine) -> Area:
    """Return the place of the letters of a text."""
    width = measure_text(text.words, text.style.size, is_bold=text.style.is_bold)
    left = text.x - width / 2 if text.is_centred else text.x
    return left, text.y - 0.75 * text.style.size, left + width, text.y + 0.22 * text.style.size


def require_readable(story_map: StoryMap, layout: MapLayout) -> None:
    """Fail if cards or texts overlap, or if a line has no curve from its port to its target."""
    hubs = {box.id: box.hub for box in story_map.boxes if box.is_topic}
    areas = {name: area(card) for name, card in layout.cards.items()}
    areas |= {f"exit {n}": area(sign.card) for n, sign in enumerate(layout.exits)}
    for (one, first), (other, second) in combinations(areas.items(), 2):
        if {hubs.get(one), hubs.get(other)}.isdisjoint({one, other}):
            assert is_apart(first, second), (one, other)
        else:
            assert is_apart(first, second) or is_inside(second, first)
    for name, card in layout.cards.items():
        for text in card.texts:
            assert is_inside(ink(text), areas[name]), text
        for first_text, second_text in combinations(card.texts, 2):
            assert is_apart(ink(first_text), ink(second_text))
    for number, curve in layout.curves.items():
        line = story_map.lines[number]
        left, _, right, bottom = areas[line.source]
        assert left < curve[0].x < right
        assert curve[0].y == pytest.approx(bottom)
    without = [line for n, line in enumerate(story_map.lines) if n not in layout.curves]
    assert all(hubs[line.target] == line.source for line in without)


def long(identifier: str) -> str:
    return f"How {slug_of(identifier)} wakes Rechtsschutzversicherungsgesellschaften at night"


@examples(15)
@given(plans(most=4).map(lambda story: in_words(story, long)))
def test_a_map_is_readable_however_long_the_words_are(story) -> None:
    """Titles that run out of their boxes cannot be read. (MAP-4.1)"""
    story_map = build_map(story, beats=True)
    require_readable(story_map, lay_out_map(story_map))


@pytest.fixture(scope="module")
def hub_map() -> StoryMap:
    return build_map(with_deeds(story_of(asyncio.run(made_until("grow")))))


def test_a_hub_holds_its_topics(hub_map: StoryMap) -> None:
    """Arrows between all topics would hide the structure."""
    layout = lay_out_map(hub_map)
    require_readable(hub_map, layout)
    topics = [box for box in hub_map.boxes if box.is_topic]
    for topic in topics:
        assert is_inside(area(layout.cards[topic.id]), area(layout.cards[topic.hub]))
    hub = layout.cards[topics[0].hub]
    assert "Look around: 3 topics, each once, in any order" in [each.words for each in hub.texts]
    assert len(hub_map.lines) - len(layout.curves) == len(topics) == 3


def test_a_topic_with_a_choice_of_its_own_stands_outside_its_hub(hub_map: StoryMap) -> None:
    """A line from a topic inside the hub would cross other topics."""
    topic = next(box for box in hub_map.boxes if box.is_topic)
    away = Line(source=topic.id, target=hub_map.boxes[0].id, options=(MapOption(label="Dive"),))
    layout = lay_out_map(evolve(hub_map, lines=(*hub_map.lines, away)))
    assert is_apart(area(layout.cards[topic.id]), area(layout.cards[topic.hub]))
    assert len(hub_map.lines) in layout.curves


def test_a_chapter_is_a_column_and_its_exits_name_the_next() -> None:
    """A long story would be a ribbon that is hundreds of times as high as wide."""
    arm = Shape(shared=1, tails=(1, 1))
    story_map = build_map(in_words(chaptered([arm], [arm]), long))
    layout = lay_out_map(story_map)
    require_readable(story_map, layout)
    first, second = map(area, layout.chapters)
    assert first[2] < second[0]
    assert [each.texts[0].words for each in layout.chapters] == ["Chapter 1", "Chapter 2"]
    for box in story_map.boxes:
        assert is_inside(area(layout.cards[box.id]), (first, second)[box.chapter - 1])
    chapters = {box.id: box.chapter for box in story_map.boxes}
    across = {
        each.target for each in story_map.lines if chapters[each.source] < chapters[each.target]
    }
    assert {sign.target for sign in layout.exits} == across
    assert all(is_inside(area(sign.card), first) for sign in layout.exits)
    assert layout.exits[0].card.texts[0].words.startswith("→ How ")


def test_unreachable_passages_have_a_column_without_a_frame() -> None:
    """A passage that nothing leads to belongs to no chapter."""
    story = story_of(asyncio.run(made_until("grow")))
    titled = with_chapters(story, {story.existing_structure.start: "One"})
    story_map = build_map(titled)
    lost = Box(id="lost", title="Lost", notes=())
    layout = lay_out_map(evolve(story_map, boxes=(lost, *story_map.boxes)))
    assert area(layout.cards["lost"])[0] > area(layout.chapters[0])[2]
    assert layout.width >= area(layout.cards["lost"])[2]


def test_many_options_are_a_list_in_one_cell(hub_map: StoryMap) -> None:
    """Several choices between the same passages share an arrow, so each label needs its line."""
    layout = lay_out_map(hub_map)
    number, line = next((n, each) for n, each in enumerate(hub_map.lines) if each.has_options)
    texts = [each.words for each in layout.cards[line.source].texts]
    assert f"{len(line.options)} options" in texts
    assert sum(words.startswith("\u2022 ") for words in texts) == len(line.options)
    cells = [
        each for each in layout.cards[line.source].rectangles if each.style is RectangleStyle.CHOICE
    ]
    start = layout.curves[number][0]
    assert any(each.x + each.width / 2 == pytest.approx(start.x) for each in cells)


def test_a_card_is_widened_before_it_becomes_tall(hub_map: StoryMap) -> None:
    """Long labels made cards of twenty lines, between which the map cannot be read. (MAP-4.1)"""
    long = next(each for each in hub_map.lines if each.has_options)
    label = "Walk slowly along the old wall and count the stones in it aloud"
    options = tuple(MapOption(label=f"{label} {number}") for number in range(3))
    layout = lay_out_map(evolve(hub_map, lines=(evolve(long, options=options),)))
    lines = [each for each in layout.cards[long.source].texts if not each.is_centred]
    assert sum(each.words.startswith("\u2022 Walk slowly") for each in lines) == 3
    assert len(lines) <= 1 + 2 * len(options)


def test_an_empty_map_can_be_arranged() -> None:
    """A story without passages must not stop the desk."""
    layout = lay_out_map(StoryMap(title="", legend=(), boxes=(), lines=(), choices=0))
    assert (layout.cards, layout.curves) == ({}, {})
