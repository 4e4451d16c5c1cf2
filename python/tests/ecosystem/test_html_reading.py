"""Tests of readers' own settings on the page: large text, forced colours, tabs, history."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import opened
from tests.support.editions import small_edition, with_chapters, with_clues, with_deeds
from tests.support.player import begun, choices, passage, shown, written

pytestmark = pytest.mark.ecosystem

FULL = with_clues(with_chapters(with_deeds(small_edition())))
LONG = evolve(FULL, title="Donaudampfschifffahrtsgesellschaftskapitänsmütze und Rechtsschutz")

TWO_ENDINGS = "JSON.parse(Object.values(localStorage)[0]).endings.length === 2"

HIDE_THE_ENDING = """() => {
  const [key] = Object.keys(localStorage);
  const kept = JSON.parse(localStorage.getItem(key));
  const { story } = JSON.parse(document.getElementById("edition").textContent);
  const other = story.endings.map(({ id }) => id).find((id) => !kept.endings.includes(id));
  const theirs = JSON.stringify({ ...kept, endings: [other], theme: "dark" });
  localStorage.setItem(key, theirs);
  dispatchEvent(new StorageEvent("storage", { key, newValue: theirs }));
}"""
"""Writes what another tab wrote that had not seen this tab's ending."""


def overflow(page: Page) -> int:
    """Return by how many pixels the page or an open dialog is too wide."""
    found: int = page.evaluate(
        "() => Math.max(0, ...[document.documentElement, ...document.querySelectorAll("
        "'dialog[open]')].map((each) => each.scrollWidth - each.clientWidth))"
    )
    return found


@pytest.mark.parametrize("language", ["en", "ar"])
def test_text_of_twice_the_size_needs_no_scrolling(chromium: Browser, language: str) -> None:
    """Sideways scrolling for each line makes large text unreadable."""
    found: dict[str, int] = {}

    def look(page: Page, place: str) -> None:
        for width in (320, 360, 390, 412):
            page.set_viewport_size({"width": width, "height": 640})
            found[f"{place} at {width}"] = overflow(page)

    with shown(chromium, evolve(LONG, language=language)) as page:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        look(page, "title")
        page.locator("[data-do=begin]").click()
        look(page, "passage")
        for dialog in ("menu", "clues", "transcript", "endings", "saves", "help", "restart"):
            page.evaluate(f"document.getElementById({dialog!r}).showModal()")
            if dialog == "saves":
                page.get_by_role("button", name="Save here").click()
            look(page, dialog)
            page.evaluate(f"document.getElementById({dialog!r}).close()")
        while page.locator("[data-qf-choice]").count():
            page.locator("[data-qf-choice]").last.click()
        look(page, "ending")
    assert len(found) == 40
    assert not {place: wide for place, wide in found.items() if wide}


def test_a_language_from_the_right_is_laid_out_from_there(chromium: Browser) -> None:
    """A right-to-left language in a left-to-right layout is hard to read."""
    with begun(chromium, evolve(small_edition(), language="ar")) as page:
        assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"


def test_forced_colours_keep_what_is_chosen_and_what_is_closed_apart(chromium: Browser) -> None:
    """Forced colours remove backgrounds, so a selection must remain visible by other means."""
    with begun(chromium, FULL, forced_colors="active") as page:
        page.keyboard.press("m")
        chosen, other = page.evaluate(
            "() => [...document.querySelectorAll('fieldset input')].slice(0, 2).map((each) =>"
            " getComputedStyle(each.nextElementSibling).backgroundColor)"
        )
        assert chosen != other


def test_two_tabs_lose_no_ending(chromium: Browser, tmp_path: Path) -> None:
    """A second tab must not overwrite the endings that the first one found."""
    file = written(small_edition(), tmp_path)
    with opened(chromium, file) as page:
        other = page.context.new_page()
        other.goto(page.url)
        for tab, key in ((page, "1"), (other, "2")):
            tab.get_by_role("button", name="Begin").click()
            while choices(tab):
                tab.keyboard.press(key if len(choices(tab)) > 1 else "1")
        page.wait_for_function(TWO_ENDINGS)
        page.reload()
        page.get_by_role("button", name="Continue").click()
        page.wait_for_function(TWO_ENDINGS)


def test_tabs_that_write_at_once_lose_no_ending(chromium: Browser, tmp_path: Path) -> None:
    """Each tab writes before it sees what the other wrote, so the later one hides an ending."""
    with opened(chromium, written(small_edition(), tmp_path)) as page:
        page.get_by_role("button", name="Begin").click()
        while choices(page):
            page.keyboard.press("1")
        page.evaluate(HIDE_THE_ENDING)
        page.wait_for_function(TWO_ENDINGS)
        assert json.loads(page.evaluate("Object.values(localStorage)[0]"))["theme"] == "dark"


def test_the_browsers_history_is_that_of_the_story(chromium: Browser) -> None:
    """Players press the browser's back button and expect the previous passage."""
    with begun(chromium, small_edition()) as page:
        met = [passage(page)]
        for _ in range(2):
            page.keyboard.press("1")
            met.append(passage(page))
        page.go_back()
        assert passage(page) == met[1]
        page.go_forward()
        assert passage(page) == met[2]
        page.go_back()
        page.go_back()
        page.go_back()
        expect(page.get_by_role("button", name="Continue")).to_be_visible()


def test_a_game_goes_into_a_file_and_comes_out_of_it(chromium: Browser, tmp_path: Path) -> None:
    """Players move a game to another device, and a wrong file must not destroy the current game."""
    with begun(chromium, small_edition()) as page:
        page.keyboard.press("1")
        here = passage(page)
        page.keyboard.press("s")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save to a file").click()
        game = tmp_path / "game.json"
        download.value.save_as(game)
        page.get_by_role("button", name="Close").click()
        page.keyboard.press("1")
        assert passage(page) != here

        def load(file: Path) -> None:
            page.keyboard.press("s")
            with page.expect_file_chooser() as chooser:
                page.get_by_role("button", name="Load from a file").click()
            chooser.value.set_files(file)

        load(game)
        expect(page.locator(f"[data-qf-passage='{here}']")).to_be_visible()
        for content in ("no", "{}", '{"ifid": "other", "choices": []}', "null"):
            bad = tmp_path / "bad.json"
            bad.write_text(content)
            load(bad)
            expect(page.get_by_role("alert")).to_be_visible()
            page.get_by_role("button", name="Close").click()
            assert passage(page) == here


def test_games_are_saved_in_slots_opened_and_removed(chromium: Browser, tmp_path: Path) -> None:
    """Saved games must match what other tabs saved meanwhile."""
    file = written(FULL, tmp_path)
    with opened(chromium, file) as page:
        page.get_by_role("button", name="Begin").click()
        met = []
        for _ in range(2):
            page.keyboard.press("1")
            met.append(passage(page))
            page.keyboard.press("s")
            page.get_by_role("button", name="Save here").click()
            page.get_by_role("button", name="Close").click()
        other = page.context.new_page()
        other.goto(page.url)
        other.get_by_role("button", name="Continue").click()
        other.keyboard.press("s")
        other.get_by_role("button", name="Save here").click()
        page.keyboard.press("s")
        games = page.locator("[data-do=openSaved]")
        expect(games).to_have_count(3)
        games.last.click()
        assert passage(page) == met[0]
        page.keyboard.press("s")
        for left in (2, 1, 0):
            page.locator("[data-do=removeSaved]").first.click()
            expect(games).to_have_count(left)
        expect(page.get_by_text("No saved games yet.")).to_be_visible()


def test_broken_slots_are_none(chromium: Browser) -> None:
    """Damaged saved games must not block the list of the good ones."""
    with begun(chromium, small_edition()) as page:
        page.evaluate(
            "localStorage.setItem(Object.keys(localStorage)[0] + ':games', JSON.stringify([1, null,"
            " {when: 'x', choices: []}, {when: 8.64e15 + 1, choices: []},"
            " {when: 5, choices: [{}], name: '<b>'}]))"
        )
        page.keyboard.press("s")
        page.locator("[data-do=openSaved]").click()
        assert passage(page) == small_edition().structure.start
