"""Tests of maps as Mermaid and a browser draw them."""

import asyncio
from base64 import b64encode
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from questfoundry.app.story_map.arrange import lay_out_map
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import Extreme, find_playthrough
from questfoundry.app.story_map.story_map import Box, StoryMap
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.story import Story
from questfoundry.infra.story_map.look import wrap_text
from questfoundry.infra.story_map.mermaid import MermaidMapRenderer
from questfoundry.infra.story_map.svg import SvgMapRenderer
from tests.strategies.hostile import LETTERS, MARKUP, hostile_text
from tests.support.browser import opened
from tests.support.chapters import with_chapters
from tests.support.deeds import with_deeds
from tests.support.ecosystem import ECOSYSTEM
from tests.support.examples import examples
from tests.support.maps import in_words
from tests.support.shapes import Shape, shaped, soft_and_hard
from tests.support.small_story import made_until, story_of

pytestmark = pytest.mark.ecosystem

MERMAID = ECOSYSTEM / "node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js"
MAGIC = (
    *("end", "graph TD; A-->B", "%%{init: {}}%%", "$$x^2$$", "fa:fa-car", "style: #x;", "click p1"),
    *(
        "#quot;",
        "#35;",
        "`m *a*`",
        "\\N \\G \\l",
        "\\",
        "<B>x</B>",
        "</TD>",
        "subgraph x",
        "- item",
    ),
)


def long(identifier: str) -> str:
    """Return a long title that is unique for the identifier."""
    return f"How {slug_of(identifier)} Wakes Whoever Manages to Sleep below the Waterline at Night"


STORIES = {
    "micro": in_words(shaped(Shape(shared=1), Shape(hard=True)), long),
    "medium": in_words(soft_and_hard(3, 1), long),
    "long": in_words(soft_and_hard(5, 3), long),
}
STORY = with_deeds(story_of(asyncio.run(made_until("grow"))))
DEEDS = build_map(
    with_chapters(
        STORY,
        {
            STORY.existing_structure.start: "Below the Waterline, Where Nobody Ought to Be",
            "passage::the-drowned-ledger-shared-1": "What the Ledger Says",
        },
    )
)
LAID_OUT = {
    "deeds": DEEDS,
    **{name: build_map(story) for name, story in STORIES.items()},
    "beats": build_map(
        STORIES["long"], beats=True, highlighted=find_playthrough(STORIES["long"], Extreme.LONGEST)
    ),
}

MEASURE = """
() => {
  const place = (shape) => {
    const { left, top, right, bottom } = shape.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const along = (path) => {
    const length = path.getTotalLength();
    const matrix = path.getScreenCTM();
    return [...Array(41).keys()].map((step) => {
      const { x, y } = path.getPointAtLength((length * step) / 40).matrixTransform(matrix);
      return [x, y];
    });
  };
  const parts = (selector) => [...document.querySelectorAll(selector)].map((part) => ({
    place: place(part.querySelector("rect")),
    texts: [...part.querySelectorAll("text")].map(place),
  }));
  return {
    boxes: parts(".box"),
    frames: parts(".chapters"),
    exits: parts(".exit"),
    legend: [...document.querySelectorAll(".legend > text")].map(place),
    lines: [...document.querySelectorAll(".lines > path:not(.tip)")].map(along),
  };
}
"""
FONT = ECOSYSTEM / "node_modules/@fontsource/arimo/files/arimo-latin-{}-normal.woff2"
"""A font with the same widths as Arial, which many machines lack."""
Place = tuple[float, float, float, float]
"""Left, top, right and bottom on the screen, in pixels."""


def in_font(picture: str, family: str) -> str:
    """Return the picture in the font ``family``; Arimo is embedded."""
    faces = "".join(
        f"@font-face {{ font-family: Arimo; font-weight: {weight}; src: url(data:font/woff2;base64,"
        f"{b64encode(Path(str(FONT).format(weight)).read_bytes()).decode()}) }}"
        for weight in (400, 700)
    )
    head, begin, rest = picture.partition("<g ")
    return f"{head}<style>{faces} text {{ font-family: {family} }}</style>{begin}{rest}"


def smaller(place: Place, by: float) -> Place:
    """Return the place without its edges; lines of text may touch where no letter is."""
    left, top, right, bottom = place
    return left + by, top + by, right - by, bottom - by


def overlap(one: Place, other: Place) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("family", ["Arimo", "DejaVu Sans"])
@pytest.mark.parametrize("name", LAID_OUT)
def test_nothing_covers_anything(name: str, family: str, chromium: Browser, tmp_path: Path) -> None:
    """A map with overlapping boxes or texts cannot be read, in any usual font. (MAP-4.1)"""
    story_map = LAID_OUT[name]
    file = tmp_path / "map.svg"
    picture = SvgMapRenderer().render(story_map).decode()
    file.write_text(in_font(picture, family), encoding="utf-8")
    with opened(chromium, file) as page:
        page.evaluate("Promise.all([...document.fonts].map((face) => face.load()))")
        shown: dict[str, Any] = page.evaluate(MEASURE)
    names = [box.id for box in story_map.boxes]
    boxes = dict(zip(names, (box["place"] for box in shown["boxes"]), strict=True))
    hubs = {box.id: box.hub for box in story_map.boxes if box.is_topic}
    exits = [sign["place"] for sign in shown["exits"]]
    outer = [*(place for each, place in boxes.items() if each not in hubs), *exits]
    for one, other in combinations([*outer, *shown["legend"]], 2):
        assert not overlap(smaller(one, 1), smaller(other, 1))
    for part in (*shown["boxes"], *shown["frames"], *shown["exits"]):
        left, top, right, bottom = part["place"]
        for text in part["texts"]:
            assert left <= text[0] < text[2] <= right
            assert top <= text[1] < text[3] <= bottom
        for one, other in combinations(part["texts"], 2):
            assert not overlap(smaller(one, 3), smaller(other, 3))
    curves = lay_out_map(story_map).curves
    for number, points in zip(curves, shown["lines"], strict=True):
        ends = {story_map.lines[number].source, story_map.lines[number].target}
        for x, y in points:
            for each, place in boxes.items():
                assert each in ends or not overlap((x, y, x, y), smaller(place, 1)), each


def squeezed(text: str) -> str:
    """Return the text without blanks and invisible spaces."""
    return "".join(text.replace("\u200b", "").split())


def shown_of(box: Box) -> str:
    """Return all text that a box should show in Mermaid, without blanks."""
    texts = [(box.title, 28), (" · ".join(box.notes), 44)]
    texts += [(f"Ending: {box.ending}", 28)] if box.ending else []
    return squeezed("".join("".join(wrap_text(text, width, most=4)) for text, width in texts))


def words_from(texts: list[str]) -> Story:
    """Return a small story that uses the texts in turn."""
    story = shaped(Shape(shared=1, tails=(1, 1)), Shape(hard=True, shared=1, tails=(1, 1)))
    turn = iter(texts * 100)
    return in_words(story, lambda _: next(turn))


HOSTILE = st.lists(
    hostile_text() | st.sampled_from(MARKUP + LETTERS + MAGIC), min_size=9, max_size=60
)
"""Texts that look like markup or code; a text may consist of blanks only."""


RENDER = """
async (text) => {
  const { svg } = await mermaid.render("map", text);
  document.querySelector("main").innerHTML = svg;
  return [...document.querySelectorAll("g.node")].map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const [, name] = node.id.match(/flowchart-(\\w+)-/);
    return [name, { text: node.textContent, place: [left, top, right, bottom] }];
  });
}
"""


@pytest.fixture(scope="module")
def mermaid(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page on which Mermaid draws with the restrictions of code hosts."""
    script = MERMAID.read_text("utf-8").replace("</script", r"<\/script")
    start = "mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });"
    file = tmp_path_factory.mktemp("page") / "mermaid.html"
    file.write_text(
        f"<!doctype html><meta charset=utf-8><main></main><script>{script}</script>"
        f"<script>{start}</script>",
        encoding="utf-8",
    )
    with opened(chromium, file) as page:
        yield page


def in_mermaid(page: Page, story_map: StoryMap) -> dict[str, Any]:
    """Return the text and the place of each node."""
    return dict(page.evaluate(RENDER, MermaidMapRenderer().render(story_map).decode()))


@examples(5)
@given(HOSTILE.map(words_from))
def test_mermaid_shows_texts_as_they_are(mermaid: Page, story: Story) -> None:
    """Mermaid interprets formulas, icons and keywords, so texts must be escaped in its dialect."""
    story_map = build_map(story)
    expected = {f"p{n}": shown_of(box) for n, box in enumerate(story_map.boxes, start=1)}
    for number, line in enumerate(story_map.lines, start=1):
        [option] = line.options
        label = f"{line.code} {option.label}" if line.code else option.label
        texts = (label, ", ".join(option.conditions))
        said = "".join("".join(wrap_text(text, 22, most=4)) for text in texts)
        expected[f"c{number}"] = squeezed(said)
    shown = in_mermaid(mermaid, story_map)
    assert {name: squeezed(shown[name]["text"]) for name in expected} == expected


@pytest.mark.parametrize("name", LAID_OUT)
def test_mermaid_draws_stories_of_every_size(mermaid: Page, name: str) -> None:
    """Code hosts show Mermaid maps, so passages, choices and questions must not overlap."""
    story_map = LAID_OUT[name]
    shown = in_mermaid(mermaid, story_map)
    parts = (story_map.boxes, story_map.lines, story_map.legend)
    assert len(shown) == sum(map(len, parts))
    for one, other in combinations(shown.values(), 2):
        assert not overlap(smaller(one["place"], 1), smaller(other["place"], 1))
