"""Tests of what authors do by hand in the desk, in a browser, wide and on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ecosystem.test_desk import PHONE, WIDE, Serving, made, project, visited
from tests.support.markup import axe_findings

__all__ = ("made", "project")
pytestmark = pytest.mark.ecosystem


def check_page(page: Page) -> None:
    """Check the page in its present state with axe, and that nothing is cut off at its side."""
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_people_are_added_and_renamed_by_the_keyboard(chromium: Browser, project: Path) -> None:
    """Authors without a mouse change the cast, too. (DSK-16.1)"""
    with visited(chromium, Serving(project), viewport=PHONE) as page:
        page.goto("bible#add")
        page.get_by_label("Name", exact=True).focus()
        page.keyboard.type("Odo Blythe")
        page.keyboard.press("Tab")
        page.keyboard.type("The clerk of the bank.")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The clerk of the bank.")).to_be_visible()
        page.get_by_label("Person, place or thing", exact=True).focus()
        page.keyboard.type("Odo")
        page.keyboard.press("Tab")
        page.keyboard.type("Udo Blythe")
        page.keyboard.press("Enter")
        expect(page.get_by_text("“Odo Blythe” becomes “Udo Blythe”")).to_be_visible()
        check_page(page)
        page.get_by_role("button", name="Rename").press("Enter")
        expect(page.locator("dt", has_text="Udo Blythe")).to_be_visible()
        check_page(page)
        page.get_by_role("button", name="Undo the last addition or new name").press("Enter")
        expect(page.locator("dt", has_text="Odo Blythe")).to_be_visible()


def test_typed_text_is_previewed_beside_its_field(chromium: Browser, project: Path) -> None:
    """Authors see bold words and pictures as readers do, while they type. (DSK-17.2)"""
    for view in (WIDE, PHONE):
        with visited(chromium, Serving(project), viewport=view) as page:
            page.goto("passage/setup-1/edit")
            preview = page.locator("#preview")
            expect(preview.locator("p").first).to_be_visible()
            page.locator("textarea.prose").last.click()
            page.keyboard.press("Control+End")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            page.keyboard.type("It is **late**.")
            expect(preview.locator("strong").last).to_have_text("late")
            page.keyboard.type(" Go home.")
            expect(preview.get_by_text("Go home.").last).to_be_visible()
            expect(page.locator("textarea.prose").last).to_be_focused()
            check_page(page)
            expect(page.locator("#saved")).to_contain_text("Saved")


def test_small_steps_show_their_effect(chromium: Browser, project: Path) -> None:
    """A button that seems to do nothing is pressed twice."""
    with visited(chromium, Serving(project)) as page:
        page.goto("find?words=the")
        boxes = page.locator("input[name=number]")
        page.get_by_role("button", name="Tick none").press("Enter")
        expect(page.locator("input[name=number]:checked")).to_have_count(0)
        page.get_by_role("button", name="Tick all").press("Enter")
        expect(page.locator("input[name=number]:checked")).to_have_count(boxes.count())
        page.goto("passage/the-last-air-default-commit-1/structure")
        place = page.get_by_text("in the order of the story").first
        before = place.inner_text()
        page.get_by_role("button", name="Move down").press("Enter")
        expect(page.get_by_role("status")).not_to_have_text(before)
        expect(page.get_by_role("button", name="Move down")).to_be_focused()
        check_page(page)


@pytest.mark.parametrize("view", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_the_story_is_changed_on_the_map_by_the_keyboard(
    chromium: Browser, project: Path, *, view: dict[str, int], scripts: bool
) -> None:
    """Authors add and remove passages without a mouse, and without scripts. (DSK-15.6)"""
    with visited(chromium, Serving(project), viewport=view, java_script_enabled=scripts) as page:
        page.goto("map")
        page.get_by_role("link", name="Change the story at The Tide Bell").press("Enter")
        panel = page.get_by_role("complementary")
        expect(panel.get_by_role("heading", name="The Tide Bell")).to_be_focused()
        panel.locator("summary", has_text="Add a passage after").press("Enter")
        panel.get_by_label("Title").last.fill("The Stairs")
        panel.get_by_label("What happens").last.fill("You go down.")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_have_text("The passage is added.")
        expect(panel.get_by_role("heading", name="The Stairs")).to_be_focused()
        expect(panel.get_by_text("Has no text yet")).to_be_visible()
        if scripts:
            check_page(page)
        panel.locator("summary", has_text="Remove this").press("Enter")
        panel.get_by_role("button", name="Remove this passage").press("Enter")
        expect(page.get_by_text("Nothing was changed.").first).to_be_visible()
        if not scripts:  # the reason has a page of its own
            page.go_back()
        panel.get_by_role("button", name="Undo").press("Enter")
        expect(page.get_by_role("status")).to_have_text("The last change is undone.")
        expect(page.locator("#at-the-stairs")).to_have_count(0)
