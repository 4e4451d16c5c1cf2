"""Tests of maps as SVG: accessible, complete, literal, and as a part of a page."""

from xml.etree import ElementTree

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.story_map.arrange import lay_out_map
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import Extreme, find_playthrough
from questfoundry.app.story_map.shapes import fit_text
from questfoundry.app.story_map.story_map import PassageLink, StoryMap
from questfoundry.infra.story_map.svg import SvgMapRenderer, draw_parts
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
