"""A folder of projects in a browser: from the list to a story, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from questfoundry.cli.desk.folder import ProjectDesks
from questfoundry.cli.desk.folder_app import folder_app
from questfoundry.cli.desk.serving import served
from tests.ecosystem.test_desk import PHONE, Serving, at
from tests.support.markup import axe_findings, nu_findings

pytestmark = pytest.mark.ecosystem


class ServingFolder(Serving):
    """The desk of a folder."""

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        async with ProjectDesks(self._folder) as desks, served(folder_app(desks)) as desks.home:
            self.address = desks.home
            self._ready.set()
            await self._over.wait()


def test_a_story_is_opened_and_another_begun(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DSK-11.5."""
    monkeypatch.delenv("QF_TRUST", raising=False)
    root = tmp_path / "root"
    (root / "strange").mkdir(parents=True)
    settings = "name: Strange\nproviders: {default: openai/gpt-4o}\n"
    (root / "strange" / "project.yaml").write_text(settings)
    with ServingFolder(root) as address, at(chromium, address, viewport=PHONE) as page:
        assert axe_findings(page) == []
        listed = tmp_path / "listed.html"
        listed.write_bytes(page.goto(address.partition("?")[0]).body())
        page.get_by_role("link", name="Strange").click()
        assert axe_findings(page) == []
        asked = tmp_path / "asked.html"
        asked.write_bytes(page.goto(page.url).body())
        page.get_by_role("button", name="Trust it, and open it").click()
        page.get_by_role("link", name="All stories").click()
        page.get_by_label("The idea").fill("A lighthouse that remembers")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_label("The idea")).to_have_value("A lighthouse that remembers")
        found = nu_findings([listed, asked])
        assert found == [], found
