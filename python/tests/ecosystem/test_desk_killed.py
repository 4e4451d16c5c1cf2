"""Tests of making a story in a browser although the desk is killed in the middle."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ecosystem.test_desk import PHONE, WIDE, at
from tests.support.dream_server import DreamServer
from tests.support.markup import axe_findings
from tests.support.qf_process import QfProcess

pytestmark = pytest.mark.ecosystem

SETTINGS = "research: {corpus: false}\nlimits: {concurrency: 1}\nlanguage: en\n"
AFTER = 6
"""The number of calls between the author's note and the kill of the desk."""


def test_a_story_is_made_although_the_desk_is_killed(chromium: Browser, tmp_path: Path) -> None:
    """No answer is paid twice. (DSK-8.4)"""
    folder = tmp_path / "story"
    folder.mkdir()
    (folder / "project.yaml").write_text(SETTINGS)
    with DreamServer() as server:
        with (
            desk(folder, server) as process,
            at(chromium, address_of(process), viewport=WIDE) as page,
        ):
            page.get_by_role("link", name="Generate", exact=True).click()
            page.get_by_label("Your idea").fill("A noir mystery in a drowned city")
            page.get_by_label("Ask me after each stage").check()
            assert axe_findings(page) == []
            page.get_by_role("button", name="Generate").click()
            expect(page.get_by_role("heading", name="DREAM is finished")).to_be_visible()
            assert axe_findings(page) == []
            server.hold = len(server.bodies) + AFTER
            while not server.held.is_set():
                go_on_or_wait(page, server)
            process.kill()
        answered = server.answered.total()
        assert answered > 0
        assert (folder / "artifacts" / "dream.yaml").exists()
        assert not (folder / "artifacts" / "fill.yaml").exists()
        server.hold = None

        with (
            desk(folder, server) as process,
            at(chromium, address_of(process), viewport=PHONE) as page,
        ):
            expect(page.get_by_text("can be continued")).to_be_visible()
            page.get_by_role("link", name="Generate", exact=True).click()
            expect(page.get_by_text("resume")).to_be_visible()
            page.get_by_role("button", name="Continue").click()
            expect(page.get_by_text("The files are exported.")).to_be_visible(timeout=30_000)
            page.get_by_role("link", name="Show the result").click()
            with page.expect_download() as kept:
                page.locator('a[download][href$=".html"]').first.click()
            assert "<html" in Path(kept.value.path()).read_text("utf-8")
        assert server.answered.total() > answered
        assert set(server.answered.values()) == {1}


def desk(folder: Path, server: DreamServer) -> QfProcess:
    return QfProcess("desk", "--no-browser", folder=folder, env=server.env, terminal=True)


def address_of(process: QfProcess) -> str:
    process.await_text("Ctrl-C")
    found = re.search(r"http://\S+", process.screen)
    assert found is not None, process.screen
    return found[0]


def go_on_or_wait(page: Page, server: DreamServer) -> None:
    """Agree to a waiting stage, if there is one."""
    button = page.get_by_role("button", name="Continue")
    if button.count():
        button.click()
    server.held.wait(0.1)
