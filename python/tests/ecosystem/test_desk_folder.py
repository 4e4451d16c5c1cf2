"""Tests of a folder of projects in a browser: from the list to a story, and back."""

import asyncio
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from questfoundry.composition.project.project_list import FolderProjectList
from questfoundry.web.folder import ProjectDesks
from questfoundry.web.folder_app import folder_app
from questfoundry.web.server import serve
from tests.ecosystem.test_desk import PHONE, Serving, visited
from tests.support.markup import axe_findings, nu_findings
from tests.web.test_imported_story import STORY

pytestmark = pytest.mark.ecosystem


class ServingFolder(Serving):
    """The desk of a folder."""

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with (
            ProjectDesks(FolderProjectList(self._folder, os.environ)) as desks,
            serve(folder_app(desks)) as self.entrance,
        ):
            desks.home = self.entrance.new_address
            self._ready.set()
            await self._over.wait()


def test_a_story_is_opened_and_another_begun(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An author must see each story's risks before opening."""
    monkeypatch.delenv("QF_TRUST", raising=False)
    root = tmp_path / "root"
    (root / "strange").mkdir(parents=True)
    settings = "name: Strange\nproviders: {default: openai/gpt-4o}\n"
    (root / "strange" / "project.yaml").write_text(settings)
    with visited(chromium, ServingFolder(root), viewport=PHONE) as page:
        assert axe_findings(page) == []
        listed = tmp_path / "listed.html"
        listed.write_bytes(page.goto("").body())
        page.get_by_role("link", name="Strange").click()
        assert axe_findings(page) == []
        asked = tmp_path / "asked.html"
        asked.write_bytes(page.goto(page.url).body())
        page.get_by_role("button", name="Trust and open").click()
        page.get_by_role("link", name="All projects").click()
        page.get_by_label("Your idea").fill("A lighthouse that remembers")
        page.get_by_role("button", name="Create story").click()
        expect(page.get_by_label("Your idea")).to_have_value("A lighthouse that remembers")
        found = nu_findings([listed, asked])
        assert found == [], found


def test_a_story_of_ones_own_is_begun_by_the_keyboard(chromium: Browser, tmp_path: Path) -> None:
    """Authors who want no model begin here, and keep what they typed. (DSK-18.1)"""
    words = ("The Bridge", "Ada", "Ada", "The Ferry", "The House", "Do you cross?", "Cross", "Wait")
    with visited(chromium, ServingFolder(tmp_path), viewport=PHONE) as page:
        page.get_by_label("Title").focus()
        for each in words:
            page.keyboard.type(each)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_text("'Ada' occurs twice")).to_be_visible()
        assert axe_findings(page) == []
        page.get_by_label("Somebody the player meets").fill("Tom")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Text", exact=True).click()
        expect(page.get_by_role("heading", name="The Ferry")).to_be_visible()
        expect(page.get_by_text("Not written yet.")).to_have_count(3)
        assert axe_findings(page) == []


def test_a_story_is_imported(chromium: Browser, tmp_path: Path) -> None:
    """A refused file must not cost what was already selected."""
    (tmp_path / "tide.pdf").write_text("x")
    (tmp_path / "cellar.twee").write_text(STORY)
    root = tmp_path / "root"
    (root / "notes").mkdir(parents=True)
    with visited(chromium, ServingFolder(root), viewport=PHONE) as page:
        page.get_by_label("File, or all").set_input_files(tmp_path / "tide.pdf")
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("alert").get_by_text("is not a story")).to_be_visible()
        page.get_by_label("File, or all").set_input_files(tmp_path / "cellar.twee")
        page.get_by_role("button", name="Preview").click()
        page.locator("summary").click()
        assert axe_findings(page) == []
        shown = tmp_path / "shown.html"
        shown.write_bytes(page.goto(page.url).body())
        page.get_by_label("Name of the project folder").fill("notes")
        page.get_by_role("button", name="Create project").click()
        expect(page.get_by_text("The folder 'notes' already exists.")).to_be_visible()
        expect(page.get_by_label("Name of the project folder")).to_have_value("notes")
        page.get_by_label("Name of the project folder").fill("cellar")
        page.get_by_role("button", name="Create project").click()
        expect(page.get_by_role("link", name="All projects")).to_be_visible()
        assert (root / "cellar/source/cellar.twee").read_text() == STORY
        found = nu_findings([shown])
        assert found == [], found
