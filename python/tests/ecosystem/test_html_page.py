"""Tests of the player's page with hostile text and with checkers of HTML and accessibility."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.text import clean_text, one_line, paragraphs
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import EVERYTHING, dressed
from tests.support.browser import opened
from tests.support.editions import small_edition, with_chapters, with_clues, with_deeds
from tests.support.markup import axe_findings, nu_findings
from tests.support.player import begun, playthroughs_on, shown, solved, walks, written
from tests.support.seen import SeenPlaythrough

pytestmark = pytest.mark.ecosystem

HUGE = f"{EVERYTHING} " * (100_000 // len(EVERYTHING) + 1)
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
DIALOGS = ("menu", "transcript", "endings", "saves", "help", "restart")


def texts(page: Page, place: str) -> list[str]:
    found: list[str] = page.locator(place).evaluate_all(
        "all => all.map((each) => each.textContent)"
    )
    return found


class TestHtmlExporter(ExportedStoryContract):
    """The exporter contract with the HTML page, as the browser shows it. (PLY-2.1)"""

    exporter = HtmlExporter()
    chromium: ClassVar[Browser]

    @pytest.fixture(autouse=True, scope="class")
    def browser(self, chromium: Browser) -> None:
        type(self).chromium = chromium

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        with TemporaryDirectory() as folder:
            file = Path(folder) / files[0].name
            file.write_bytes(files[0].content)
            with opened(self.chromium, file) as page:
                page.locator("[data-do=begin]").click()
                return [playthroughs_on(page)]


def test_hostile_titles_and_labels_are_shown_as_text(chromium: Browser) -> None:
    """A title is shown at more places than the prose, and each place must escape it."""
    edition = dressed(small_edition(), EVERYTHING)
    first = edition.structure.passages[0]
    labels = [each.label for each in edition.structure.choices if each.source == first.id]
    with shown(chromium, edition) as page:
        assert texts(page, "main h1, .hook, section .small + .small") == [
            one_line(edition.title),
            clean_text(edition.hook),
            clean_text(edition.vision.content_notes),
        ]
        page.locator("[data-do=begin]").click()
        assert texts(page, "main h1, .bar-title") == [
            one_line(edition.title),
            one_line(first.title),
        ]
        assert texts(page, "article > p") == [
            each.plain_text for each in paragraphs(edition, first.id)
        ]
        assert texts(page, "[data-qf-choice]") == [one_line(label) for label in labels]


def test_a_passage_of_a_hundred_kilobytes_is_shown_and_plays(chromium: Browser) -> None:
    """A long passage must not make the page slow or wider than a telephone."""
    edition = dressed(small_edition(), EVERYTHING)
    first = edition.structure.start
    edition = evolve(edition, prose={**edition.prose, first: HUGE})
    with begun(chromium, edition, viewport=PHONE) as page:
        assert texts(page, "article > p") == [
            each.plain_text for each in paragraphs(edition, first)
        ]
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert walks(page) == solved(edition.structure)


def test_the_nu_checker_finds_nothing(tmp_path: Path) -> None:
    """Invalid HTML behaves differently in each browser."""
    plain_one, hostile = small_edition(), dressed(small_edition(), EVERYTHING)
    pages = []
    for name, edition in {
        "plain": plain_one,
        "hostile": hostile,
        "german": evolve(hostile, language="de-CH"),
        "arabic": evolve(plain_one, language="ar"),
    }.items():
        (tmp_path / name).mkdir()
        pages.append(written(edition, tmp_path / name))
    broken = tmp_path / "broken.html"
    broken.write_text(pages[0].read_text("utf-8").replace("<main", "<maim"), "utf-8")
    found = nu_findings([*pages, broken])
    assert {each.partition(":")[0] for each in found} == {"broken.html"}, found


@pytest.mark.parametrize(("scheme", "view"), [("light", WIDE), ("dark", PHONE)])
def test_axe_finds_nothing(chromium: Browser, scheme: str, view: dict[str, int]) -> None:
    """Players with screen readers must reach all views. (PLY-3.5)"""
    edition = with_clues(with_chapters(with_deeds(small_edition())))
    with shown(chromium, edition, color_scheme=scheme, viewport=view) as page:
        found = axe_findings(page)
        page.get_by_role("button", name="Begin").click()
        found += axe_findings(page)
        page.keyboard.press("1")
        found += axe_findings(page)
        page.keyboard.press("k")
        found += axe_findings(page)
        page.keyboard.press("Escape")
        closed = page.locator("[data-qf-closed]")
        while page.locator("[data-qf-choice]").count() and not closed.count():
            page.locator("[data-qf-choice]").last.click()
        assert closed.count()
        found += axe_findings(page)
        while page.locator("[data-qf-choice]").count():
            page.keyboard.press("1")
        found += axe_findings(page)
        for dialog in DIALOGS:
            page.keyboard.press("m")
            if dialog != "menu":
                page.locator(f"#menu [data-open={dialog}]").click()
            page.locator(f"#{dialog}[open]").wait_for()
            if dialog == "saves":
                page.get_by_role("button", name="Save here").click()
            found += axe_findings(page)
            page.keyboard.press("Escape")
        page.reload()
        found += axe_findings(page)
    assert found == []
