"""Tests of what authors do by hand in the desk, in a browser, wide and on a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ecosystem.test_desk import PHONE, Serving, made, project, visited
from tests.support.markup import axe_findings

__all__ = ("made", "project")
pytestmark = pytest.mark.ecosystem


def check_page(page: Page) -> None:
    """Check the page in its present state with axe, and that nothing is cut off at its side."""
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_people_are_added_and_renamed_by_the_keyboard(chromium: Browser, project: Path) -> None:
    """Authors without a mouse change the cast, too. (DSK-16.2)"""
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
