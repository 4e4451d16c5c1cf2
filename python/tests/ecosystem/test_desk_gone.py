"""A page that is open while its desk dies and is started anew, in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.ecosystem.test_desk import WIDE, Serving, at, made, project
from tests.support.markup import axe_findings

pytestmark = pytest.mark.ecosystem
__all__ = ["made", "project"]


def test_a_page_says_that_the_desk_has_died_and_goes_on(chromium: Browser, project: Path) -> None:
    """DSK-8.5. What was typed meanwhile is saved then."""
    first = Serving(project)
    address = first.__enter__()
    port = int(address.partition("?")[0].rstrip("/").rpartition(":")[2])
    with at(chromium, address, viewport=WIDE) as page:
        beside = page.context.new_page()
        beside.goto("text")
        instance = beside.locator("html").get_attribute("data-begun")
        page.goto("passage/setup-1/edit")
        first.__exit__()
        gone = page.locator("#gone")
        page.locator("textarea.prose").last.fill("The bell rings once.")
        expect(gone).to_contain_text("does not answer")
        expect(page.get_by_role("status")).to_contain_text("Not saved")
        assert axe_findings(page) == []
        expect(beside.locator("#gone")).to_contain_text("does not answer")
        with Serving(project, port=port) as again:
            expect(gone).to_contain_text("started anew")
            page.context.new_page().goto(again)
            expect(gone).to_be_empty()
            expect(page.get_by_role("status")).to_contain_text("Saved, version 2")
            expect(beside.locator("#gone")).to_be_empty()
            expect(beside.locator("html")).not_to_have_attribute("data-begun", str(instance))
