"""Tests that browsers and the programs of other people show pictures, links and numbers."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from questfoundry.infra.export.gamebook.exporter import GamebookExporter
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.ink import InkExporter
from questfoundry.infra.export.twine import TwineExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from tests.ecosystem.test_epub import epubcheck
from tests.ecosystem.test_twine_texts import SHOWN, open_story
from tests.support.browser import opened
from tests.support.ecosystem import run_node
from tests.support.markup import axe_findings, nu_findings
from tests.support.rich_story import rich_edition

pytestmark = pytest.mark.ecosystem

RICH = rich_edition()
LINES = (
    "It is late, dark and cold: bold and slow, so it goes.",
    "See Ann's & Ben's or write.",
    "Trust: 0; none: {no-such-stat}; typed: *so*, {air}, [x](https://x.org).",
    "[A lost picture]",
)
ALT = 'A map of "the house" & <garden>'


def assert_shown(place: Locator, page: Page) -> None:
    lines = [" ".join(each.split()) for each in place.inner_text().split("\n")]
    assert [each for each in LINES if each not in lines] == []
    image = place.locator("img")
    assert image.get_attribute("alt") == ALT
    assert image.evaluate("(each) => [each.naturalWidth, each.naturalHeight]") == [60, 40]
    share = image.evaluate(
        "(each) => each.getBoundingClientRect().width /"
        " each.parentElement.getBoundingClientRect().width"
    )
    assert 0.4 < share < 0.6
    assert place.locator("audio").get_attribute("title") == "The tide bell"
    assert place.locator("audio").evaluate("(each) => each.src.slice(0, 22)") == (
        "data:audio/mpeg;base64"
    )
    links = place.locator("a[rel]")
    assert links.evaluate_all("(all) => all.map((each) => each.href)") == [
        "https://example.org/a_b?c=d&e=(f)",
        "mailto:a@b.org",
    ]
    assert place.locator("strong em, em strong").all_inner_texts() == ["cold", "and", "it"]
    assert page.locator("script[src], img[src^=http]").count() == 0


@pytest.mark.parametrize(
    "exporter",
    [TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter()],
    ids=lambda each: each.format,
)
def test_programs_of_twine_show_it(
    chromium: Browser, tmp_path: Path, exporter: TwineExporter
) -> None:
    """The markup of four formats differs, and players must see the same. (EXP-35.1)"""
    profile = chromium.new_context(offline=True, locale="en-US")
    page = profile.new_page()
    try:
        open_story(page, tmp_path, exporter, RICH)
        assert_shown(page.locator(SHOWN[exporter.format]).last, page)
    finally:
        profile.close()


def test_the_page_shows_it_under_its_policy(chromium: Browser, tmp_path: Path) -> None:
    """The page's own security policy could block its pictures. (EXP-35.1)"""
    [file] = HtmlExporter().export(RICH)
    path = tmp_path / file.name
    path.write_bytes(file.content)
    with opened(chromium, path) as page:
        page.get_by_role("button", name="Begin").click()
        assert_shown(page.locator("article"), page)
        assert axe_findings(page) == []
        page.locator("[data-qf-choice]").first.click()
        page.locator("[data-qf-choice]").first.click()
        page.locator("[data-open=menu]").first.click()
        page.locator("#menu [data-open=transcript]").click()
        text = page.locator("#transcript-text").inner_text()
        assert "Trust: 0; none" in text
        assert f"[{ALT}]" in text
    assert nu_findings([path]) == []


def test_checkers_accept_the_books(tmp_path: Path) -> None:
    """Bookshops run these checks. (EXP-35.1)"""
    paths = []
    for file in GamebookExporter().export(RICH):
        paths.append(tmp_path / file.name)
        paths[-1].write_bytes(file.content)
    page, book = paths
    assert epubcheck(book) == []
    assert nu_findings([page]) == []


def test_inkjs_shows_it() -> None:
    """Marks of ours must not be read as ink. (EXP-35.1)"""
    source = InkExporter().export(RICH)[0].content.decode()
    [story] = run_node("play_ink.mjs", [source])
    assert story["said"] == []
    first = story["playthroughs"][0][0]
    assert (
        "Trust: 0; none: {no-such-stat}; typed: *so*, {air}, [x](https://x.org)." in first["lines"]
    )
    assert f"[{ALT}]" in first["lines"]
    assert "IMAGE: the-green-light-rooms-map.png" in first["tags"]
    link = "<a href=\"https://example.org/a_b?c=d&e=(f)\">Ann's & Ben's</a>"
    assert any(link in each for each in first["lines"])
