"""Tests of maps as SVG and PNG, of their colours, and of breaking texts into lines."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from questfoundry.app.story_map.arrange import lay_out_map
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import Extreme, find_playthrough
from questfoundry.app.story_map.shapes import fit_text
from questfoundry.app.story_map.story_map import PassageLink, PathCode, StoryMap
from questfoundry.infra.story_map.look import ink_of, wrap_text
from questfoundry.infra.story_map.svg import (
    PngMapRenderer,
    SvgMapRenderer,
    draw_parts,
    draw_picture,
)
from tests.strategies.hostile import LETTERS, MARKUP, hostile_text
from tests.support.chaptered import chaptered
from tests.support.examples import examples
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped, soft_and_hard

STORY = in_words(soft_and_hard(2, 1))
MARKED = build_map(STORY, highlighted=find_playthrough(STORY, Extreme.SHORTEST))
SVG = "{http://www.w3.org/2000/svg}"


def draw(story_map: StoryMap) -> ElementTree.Element:
    return ElementTree.fromstring(SvgMapRenderer().render(story_map))


def texts_of(element: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in element.iter(f"{SVG}text")]


def with_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in element.iter() if name in (each.get("class") or "").split()]


def test_a_map_describes_itself_to_screen_readers() -> None:
    """A picture without a name is silent for people who cannot see it. (MAP-1.2)"""
    root = draw(evolve(MARKED, title="A < B"))
    names = {each.get("id"): each.text for each in root if each.get("id")}
    title, description = (root.get("aria-labelledby") or "").split()
    assert root.get("role") == "img"
    assert names[title] == "Map of A < B"
    assert f"Passages: {len(MARKED.boxes)}. Choices: {MARKED.choices}." in names[description]
    assert MARKED.legend[0].question in names[description]
    titles = [each.findtext(f"{SVG}title") for each in with_class(root, "box")]
    assert titles == [box.title for box in MARKED.boxes]


def test_the_legend_names_dilemmas_and_answers() -> None:
    """The codes on the map mean nothing without the legend. (MAP-1.2)"""
    shown = " ".join(texts_of(with_class(draw(MARKED), "legend")[0]))
    for entry in MARKED.legend:
        assert entry.question in shown
        for letter, text in entry.answers.items():
            assert f"{entry.number}{letter}: {text}" in shown


def test_the_trail_residue_and_endings_are_visible_without_colours() -> None:
    """Marks must be visible in print, too. (MAP-2.1)"""
    root = draw(MARKED)
    thick = [each for each in root.iter() if each.get("stroke-width") == "5"]
    assert len(thick) == sum(each.highlighted for each in (*MARKED.boxes, *MARKED.lines))
    dashed = [each for each in with_class(root, "passage") if each.get("stroke-dasharray")]
    assert len(dashed) == sum(box.residue for box in MARKED.boxes)
    assert len(with_class(root, "inner")) == sum(bool(box.ending) for box in MARKED.boxes)


def test_every_line_has_an_arrow_in_the_colour_of_its_path() -> None:
    """An arrow shows the direction, and its colour the path of its choice. (MAP-1.2)"""
    [lines] = with_class(draw(MARKED), "lines")
    names = [(each.get("class") or "").split() for each in lines]
    curves, tips = names[::2], names[1::2]
    assert all("tip" in each for each in tips)
    assert [each[0] for each in curves] == [
        f"c{line.code.dilemma}" if line.code else "c0" for line in MARKED.lines
    ]


def test_an_exit_leads_to_its_passage() -> None:
    """A click on an exit must show the passage in the other chapter."""
    arm = Shape(shared=1, tails=(1, 1))
    root = draw(build_map(in_words(chaptered([arm], [arm]))))
    [sign] = with_class(root, "exit")[:1]
    [box] = [each for each in root.iter() if f"#{each.get('id')}" == sign.get("href")]
    assert texts_of(sign) == [f"→ {box.findtext(f'{SVG}title')}"]


def words_from(texts: list[str]) -> StoryMap:
    """Return the map of a small story that uses the texts in turn."""
    story = shaped(Shape(shared=1, tails=(1, 1)), Shape(hard=True, shared=1, tails=(1, 1)))
    turn = iter(texts * 100)
    return build_map(in_words(story, lambda _: next(turn)))


HOSTILE = st.lists(hostile_text() | st.sampled_from(MARKUP + LETTERS), min_size=9, max_size=60)


@examples(20)
@given(HOSTILE.map(words_from))
def test_texts_are_literal(story_map: StoryMap) -> None:
    """Markup in a title must be shown, and never be run. (MAP-3.1)"""
    boxes = with_class(draw(story_map), "box")
    for box, element in zip(story_map.boxes, boxes, strict=True):
        title = list(fit_text(box.title, 170, 13, most=4, is_bold=True))
        assert texts_of(element)[: len(title)] == title
        assert {each.tag.removeprefix(SVG) for each in element} <= {"title", "rect", "text"}


def test_links_and_dots_are_for_pages() -> None:
    """On the desk a passage links to its page, and a dot marks problems."""
    links = {
        box.id: PassageLink(
            address=f'/passage/{number}?"<',
            anchor=f"at-{number}",
            title="<b>",
            is_marked=number < 2,
            menu=f"/map?at={number}" if number < 3 else "",
            is_selected=number == 1,
        )
        for number, box in enumerate(MARKED.boxes)
    }
    parts = "".join(draw_parts(MARKED, lay_out_map(MARKED), links))
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{parts}</svg>')
    boxes = with_class(root, "box")
    assert [each.get("href") for each in boxes] == [each.address for each in links.values()]
    assert [each.get("id") for each in boxes] == [each.anchor for each in links.values()]
    assert {each.findtext(f"{SVG}title") for each in boxes} == {"<b>"}
    menus = with_class(root, "menu")
    assert [each.get("href") for each in menus] == [f"/map?at={number}" for number in range(3)]
    assert [each.get("id") for each in with_class(root, "selected")] == ["at-1"]
    dots = {circle for each in menus for circle in each.iter(f"{SVG}circle")}
    marks = {*root.iter(f"{SVG}circle")} - dots
    assert len(marks) == len(with_class(root, "found")) == 2
    [start] = with_class(root, "start")
    assert start is boxes[0]


def test_a_story_without_texts_has_a_map() -> None:
    """A story from another program may lack titles and labels."""
    root = draw(evolve(build_map(in_words(STORY, lambda _: "")), title="", legend=()))
    assert root.findtext(f"{SVG}title") == "Map of Story"


MAP = build_map(in_words(shaped(Shape(hard=True))))


def open_picture(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content)).convert("RGB")


def test_a_picture_is_twice_as_large_as_the_svg_and_shows_texts() -> None:
    """Small texts are unreadable at the size of the SVG. (MAP-5.1)"""
    svg, picture = draw_picture(MAP), open_picture(PngMapRenderer().render(MAP))
    assert abs(picture.width - 2 * svg.width) <= 2
    assert picture.getpixel((1, 1)) == (255, 255, 255)
    head = picture.crop((0, 0, picture.width, 100))
    assert min(level for level, _ in head.getextrema()) < 60


def test_a_large_picture_is_made_smaller() -> None:
    """Many programs refuse pictures of hundreds of millions of pixels."""
    picture = open_picture(PngMapRenderer(most_pixels=100_000).render(MAP))
    assert 80_000 < picture.width * picture.height < 110_000


# Okabe and Ito, "Color Universal Design" (2008), without black.
OKABE_ITO = {"#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"}
CODES = [None, *(PathCode(number, "a") for number in range(1, 8))]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_black_text_can_be_read_on_every_ground() -> None:
    """Text on a coloured box must be readable for people with weak sight."""
    assert min((luminance(ink_of(code).fill) + 0.05) / 0.05 for code in CODES) >= 7


def test_dilemmas_have_colours_that_can_be_told_apart() -> None:
    """Colour-blind readers can distinguish these colours; an eighth dilemma reuses the first."""
    assert {ink_of(code).line for code in CODES[1:]} == OKABE_ITO
    assert ink_of(PathCode(8, "b")) == ink_of(PathCode(1, "a"))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One line", ["One line"]),
        (" A text\nof  several words ", ["A text of", "several", "words"]),
        ("one two three four five six", ["one two", "three four", "five six"]),
        ("one two three four five six seven", ["one two", "three four", "five ..."]),
        ("x" * 99, ["x" * 10, "x" * 10, "..."]),
        ("", [""]),
        ("\u200b \u200f", [""]),
    ],
)
def test_texts_are_broken_and_cut(text: str, lines: list[str]) -> None:
    """A long title must not grow beyond its box."""
    assert wrap_text(text, 10, most=3) == lines
