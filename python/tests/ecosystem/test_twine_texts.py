"""Tests that the programs of Twine's formats show the words that the author wrote."""

from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page

from questfoundry.domain.story.prose import remove_markup
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.twine import TwineExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from tests.support.editions import told
from tests.support.structures import choice, joined
from tests.support.twine_programs import published

pytestmark = pytest.mark.ecosystem

TEXTS = (
    *(
        "Take off Einar's mittens & go 50% slower",
        "Say \"no\" to 'them'",
        "\u201cCurly\u201d \u2018quotes\u2019 \u2013 — …",
    ),
    *(
        "a < b > c <b>x</b> &amp; &#39; &#x27;",
        "{x} {y: 1} {embed passage: 'Start'} ${z}",
        "#{7*7}",
    ),
    *("$x _x_ $x.y _x a_b", "**b** ~~s~~ ~t~ ''b'' //it// __u__ ==h== ^^s^^", "[[x]] [x] [[a|b]]"),
    *("a -> b <- c => d", "a | b || c", "a -- b --- c", "C:\\new \\\\ \\u0041", "`code` ``` x"),
    *("# h ! h !! h", "1. x 0. x", "* x + y - z", "> q >> r", "<!-- c --> /* d */ /% e %/ // f"),
    *("(set: $x to 1) (link:'a')[b]", "<<run>> <<= 1>> <</if>>", "<%= 1 %> <% x %>", "@@.x;y@@"),
    *(
        "http://example.org/a_b?c=d&e=f",
        "a@b.org",
        "漢字 שלום Ωμέγα Žluť",
        "🌊 👩\u200d🚒 ♥",
        "?x ?page |a>b",
    ),
    *("don't 'tis rock 'n' roll", "100% $5 5$ #1 c/o and/or 24/7", "if [x] else", "x]", ":: Start"),
    *("- [x] y", "--", "---", "{", "}", "[", "]", "<", ">", '"', "'", "\\", "*", "_", "(", ")"),
)
SHOWN = {
    "twee": "#passages .passage",
    "harlowe": "tw-passage",
    "chapbook": "#page article",
    "snowman": "#main .passage, #passage",
}
LINKS = "a, tw-link, .enchantment-link"


def story() -> Edition:
    """Return a story whose start has each text as a paragraph, and in three kinds of choices."""
    numbers = [str(number) for number in range(len(TEXTS))]
    plain = [choice(f"plain-{each}", "quay", "bank") for each in numbers]
    setting = [choice(f"setting-{each}", "quay", "bank", grants=["wet"]) for each in numbers]
    closed = [
        evolve(choice(f"closed-{each}", "quay", "bank", requires=["dry"]), closed=text)
        for each, text in zip(numbers, TEXTS, strict=True)
    ]
    after = [choice("on", "bank", "home", requires=["wet"]), choice("dry", "bank", "home")]
    edition = told(joined(*plain, *setting, *closed, *after, home="home"))
    labels = dict(zip((each.id for each in (*plain, *setting)), TEXTS * 2, strict=True))
    structure = edition.structure
    return evolve(
        edition,
        structure=evolve(
            structure,
            choices=tuple(
                evolve(each, label=labels.get(each.id, each.label)) for each in structure.choices
            ),
        ),
        prose={**edition.prose, structure.start: "\n\n".join(TEXTS)},
        chapters={structure.start: TEXTS[0]},
        endings=tuple(evolve(each, name=" ".join(TEXTS)) for each in edition.endings),
    )


def squeezed(text: str) -> str:
    return " ".join(text.split())


def open_story(page: Page, folder: Path, exporter: TwineExporter, edition: Edition) -> None:
    file = folder / "story.html"
    twee = exporter.export(edition)[0].content.decode()
    file.write_text(published(twee, exporter.program), encoding="utf-8")
    page.goto(file.as_uri())
    page.locator(SHOWN[exporter.format]).first.wait_for()
    page.wait_for_timeout(300)


@pytest.mark.parametrize(
    "exporter",
    [TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter()],
    ids=lambda each: each.format,
)
def test_the_program_shows_what_was_written(
    chromium: Browser, tmp_path: Path, exporter: TwineExporter
) -> None:
    """Any character may occur in prose and labels, and readers must see it unchanged."""
    profile = chromium.new_context(offline=True, locale="en-US")
    page = profile.new_page()
    try:
        open_story(page, tmp_path, exporter, story())
        place = page.locator(SHOWN[exporter.format]).last
        lines = [squeezed(each) for each in place.inner_text().split("\n")]
        labels = [squeezed(each) for each in place.locator(LINKS).all_inner_texts()]
        closed = [squeezed(each) for each in place.locator("[aria-disabled]").all_inner_texts()]
        texts = [squeezed(each) for each in TEXTS]
        assert [each for each in labels if each] == texts * 2
        assert closed == texts
        assert [
            each for each in map(squeezed, map(remove_markup, TEXTS)) if each not in lines
        ] == []
    finally:
        profile.close()
