"""Tests of the desk of an imported story in a browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from questfoundry.composition.project.import_material import import_story
from questfoundry.testing.scripted import ScriptedChatProvider, says
from questfoundry.web.imported_page import ImportedViews
from tests.ecosystem.test_desk import PHONE, WIDE, Serving, at
from tests.support.markup import axe_findings, nu_findings
from tests.web.test_imported_story import STORY

pytestmark = pytest.mark.ecosystem
PAGES = ("", "map?route=shortest", "passage/3", "play", "findings")


def test_a_story_is_looked_at_and_a_passage_written_anew(chromium: Browser, tmp_path: Path) -> None:
    """Keyboards work, too. (DSK-14.1)"""
    (tmp_path / "cellar.twee").write_text(STORY)
    root = import_story([tmp_path / "cellar.twee"], tmp_path / "story").place.paths.root
    model = ScriptedChatProvider([says("No light falls here. {1}")])
    files = []
    serving = Serving(root, ImportedViews, models=model)
    with serving as address:
        with at(chromium, address, viewport=WIDE) as page:
            page.get_by_role("link", name="Map").click()
            page.locator(".zoom").wait_for()
            page.get_by_label("Find a passage").fill("cellar")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", level=1)).to_have_text("Cellar")
            page.get_by_label("Rewrite this passage").fill("darker")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            page.get_by_role("link", name="Show the result").click()
            expect(page.get_by_text("No light falls here.")).to_be_visible()
            page.wait_for_load_state()  # before, the link would open a page of its own
            page.get_by_role("link", name="Play from here").press("Enter")
            expect(page.locator("#play").get_by_role("link", name="Open")).to_be_visible()
            for number, path in enumerate(PAGES):
                files.append(tmp_path / f"{number}.html")
                files[-1].write_bytes(page.goto(path).body())
                assert axe_findings(page) == [], path
        with at(
            chromium, serving.entrance.new_address(), viewport=PHONE, color_scheme="dark"
        ) as page:
            for path in PAGES:
                page.goto(path)
                assert axe_findings(page) == [], path
                assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
    found = nu_findings(files)
    assert found == [], "\n".join(found)
