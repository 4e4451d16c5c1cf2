"""Tests of an open page in a browser while its desk ends and restarts."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.ecosystem.test_desk import WIDE, Serving, at, made, project
from tests.support.markup import axe_findings

pytestmark = pytest.mark.ecosystem
__all__ = ["made", "project"]


def test_a_page_says_that_the_desk_has_died_and_goes_on(chromium: Browser, project: Path) -> None:
    """An author may not notice that the desk has ended, and typed text must not be lost."""
    first = Serving(project)
    address = first.__enter__()
    port = int(address.partition("?")[0].rstrip("/").rpartition(":")[2])
    with at(chromium, address, viewport=WIDE) as page:
        beside = page.context.new_page()
        beside.goto("text")
        instance = beside.locator("html").get_attribute("data-instance")
        page.goto("passage/setup-1/edit")
        first.__exit__()
        gone = page.locator("#offline")
        page.locator("textarea.prose").last.fill("The bell rings once.")
        expect(gone).to_contain_text("not responding")
        expect(page.get_by_role("status")).to_contain_text("Not saved")
        assert axe_findings(page) == []
        expect(beside.locator("#offline")).to_contain_text("not responding")
        with Serving(project, port=port) as again:
            expect(gone).to_contain_text("was restarted")
            page.context.new_page().goto(again)
            expect(gone).to_be_empty()
            expect(page.get_by_role("status")).to_contain_text("Saved as version 2")
            expect(beside.locator("#offline")).to_be_empty()
            expect(beside.locator("html")).not_to_have_attribute("data-instance", str(instance))
