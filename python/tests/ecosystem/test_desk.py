"""Tests of the desk in a browser: an author reads, changes, regenerates and ships a story."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from questfoundry.composition.project.project import Project
from questfoundry.domain.protocols.provider import ChatProvider
from questfoundry.web.app import desk_app
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.entrance import Entrance
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import serve
from tests.support.desk import finished_project
from tests.support.markup import axe_findings, nu_findings
from tests.support.novelist import Novelist

pytestmark = pytest.mark.ecosystem

WIDE, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}
PAGES = (
    "",
    "map?route=shortest",
    "map?at=the-last-air-default-commit-1&done=added",
    "passage/setup-1",
    "passage/setup-1/edit",
    "passage/setup-1/compare",
    "passage/setup-1/drafts",
    "passage/setup-1/comment/1",
    "play",
    "text",
    "run",
    "chat",
    "bible",
    "bible/bible/people.md",
    "findings",
    "passage/setup-1/structure",
    "choice/setup-1--the-last-air-default",
    "stats",
    "find?words=water",
    "hands",
    "translations",
    "translations/de?passage=setup-1",
    "nowhere",
)
COMMENTED = '{"comments": [{"number": 1, "passage": "passage::setup-1", "text": "Longer."}]}'
WANTED = (
    "the server responded with",
    "Response Status",
    "net::ERR_CONNECTION_",
    "htmx:",
    "Autofocus",
)
"""Expected browser messages: a missing page, a refused edit, a killed desk, and Chromium's
note that the focus stays where the test has put it while the page loads."""


ABOVE_BAR = """() => {
  const typed = [...document.querySelectorAll("textarea.prose")].at(-1).getBoundingClientRect();
  return typed.bottom <= document.querySelector(".bar").getBoundingClientRect().top + 10;
}"""
"""A test that the last field, except for its padding, ends above the bar with the button Save."""


class Serving:
    """A desk that runs in its own thread, because browser tests have no event loop."""

    def __init__(
        self,
        folder: Path,
        views: type[ProjectViews] = ProjectViews,
        *,
        port: int = 0,
        models: ChatProvider | None = None,
    ) -> None:
        self._models = models or Novelist()
        self._folder = folder
        self._port = port
        self._views = views
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.entrance: Entrance

    def __enter__(self) -> str:
        self._thread.start()
        assert self._ready.wait(30)
        return self.entrance.new_address()

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        work = BackgroundTask()
        models = self._models
        project = Project.open(self._folder, models=models, env={}, events=(work,), trust=True)
        views = self._views(project, work)
        async with project, serve(desk_app(views), port=self._port) as self.entrance:
            self._ready.set()
            await self._over.wait()
            await work.stop()
            await views.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    with ThreadPoolExecutor() as beside:  # the browser uses the event loop of this thread
        beside.submit(lambda: asyncio.run(finished_project(folder))).result()
    (folder / "bible").mkdir()
    (folder / "bible" / "people.md").write_text("# People\n\n## Mara\n\nA pilot.\n")
    (folder / "comments.json").write_text(COMMENTED)
    return folder


@pytest.fixture
def project(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "story"))


@contextmanager
def at(browser: Browser, address: str, **context: Any) -> Iterator[Page]:
    """Yield a logged-in page; fail if the page throws an error or breaks its policy."""
    complaints: list[str] = []
    profile = browser.new_context(base_url=address.partition("?")[0], **context)
    try:
        page = profile.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        # The page of the token leads to a page with `to`, and that leads to the desk.
        page.wait_for_url(lambda url: "token" not in url and "to=" not in url)
        yield page
        assert [each for each in complaints if not any(part in each for part in WANTED)] == []
    finally:
        profile.close()


@contextmanager
def visited(browser: Browser, serving: Serving, **context: Any) -> Iterator[Page]:
    """Yield a page of the desk that runs meanwhile; it is wide if the context sets no viewport."""
    with serving as address, at(browser, address, **{"viewport": WIDE, **context}) as page:
        yield page


def test_a_story_is_read_changed_made_and_shipped(chromium: Browser, project: Path) -> None:
    """A browser shows that no command line is needed."""
    with visited(chromium, Serving(project)) as page:
        page.get_by_role("link", name="Map").click()
        page.locator(".zoom").wait_for()  # wait for the map's script
        page.get_by_label("Find a passage").fill("the tide")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("The Tide Bell")

        page.get_by_role("link", name="Play from here").click()
        play = page.locator("#play")
        play.get_by_role("listitem").first.get_by_role("link").click()
        expect(play.get_by_role("link", name="Back")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("The Tide Bell")

        page.get_by_role("link", name="Edit the text").click()
        before = page.locator("textarea.prose").last.input_value()
        page.locator("textarea.prose").last.fill("The bell rings once.")
        expect(page.get_by_role("status")).to_contain_text("Saved as version 2")
        page.locator("textarea.prose").last.fill("The bell rings twice.")
        expect(page.get_by_role("status")).to_contain_text("Saved as version 3")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("textarea.prose").last).to_have_value("The bell rings once.")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("textarea.prose").last).to_have_value(before)

        page.get_by_label("Title", exact=True).fill("The Bell")
        page.get_by_role("button", name="Save title and choices").click()
        expect(page.get_by_text("may need another text")).to_be_visible()
        page.get_by_role("button", name="Save changes").click()

        page.get_by_label("Rewrite this passage").fill("longer")
        page.get_by_role("button", name="Make drafts").click()
        page.get_by_role("link", name="Show the result").click()
        assert axe_findings(page) == []
        page.get_by_role("link", name="Keep the current text").click()

        page.get_by_label("Rewrite this passage").fill("shorter")
        page.get_by_role("button", name="Rewrite", exact=True).click()
        page.get_by_role("link", name="Show the result").click()
        page.get_by_role("button", name="Restore the old version").click()
        expect(page.get_by_role("link", name="Edit the text")).to_be_visible()

        page.get_by_role("link", name="Generate", exact=True).click()
        page.get_by_role("link", name="Compare requests").click()
        expect(page.locator("del", has_text="Tide").first).to_be_visible()
        assert axe_findings(page) == []
        page.get_by_role("button", name="Keep the prose").click()
        expect(page.get_by_role("link", name="Compare requests")).to_have_count(0)
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("link", name="Show the result").click()
        expect(page.get_by_text("out of date")).to_have_count(0)
        with page.expect_download() as kept:
            page.get_by_role("link", name="the-drowned-ledger.html", exact=True).click()
        assert "The Bell" in Path(kept.value.path()).read_text("utf-8")


def test_the_line_that_is_typed_stays_above_the_save_bar(chromium: Browser, project: Path) -> None:
    """Authors cannot write a line that the bar with the button Save covers."""
    with visited(chromium, Serving(project), viewport={"width": 1280, "height": 600}) as page:
        page.goto("passage/setup-1/edit")
        page.locator("textarea.prose").last.click()
        page.keyboard.press("Control+End")
        for _ in range(30):
            page.keyboard.type("More.")
            page.keyboard.press("Enter")
        page.wait_for_function(ABOVE_BAR)
        page.evaluate("document.getElementById('writing').dispatchEvent(new Event('save'))")
        expect(page.locator("#saved")).to_contain_text("Saved")


def test_everything_is_reached_by_the_keyboard(chromium: Browser, project: Path) -> None:
    """Authors without a mouse must be able to reach and use everything. (DSK-8.2)"""
    with visited(chromium, Serving(project)) as page:
        page.goto("passage/setup-1")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize(("scheme", "view"), [("light", WIDE), ("dark", PHONE)])
def test_axe_finds_nothing(
    chromium: Browser, made: Path, scheme: str, view: dict[str, int]
) -> None:
    """Accessibility faults lock out authors with other devices or needs. (DSK-8.2)"""
    with visited(chromium, Serving(made), color_scheme=scheme, viewport=view) as page:
        for path in PAGES:
            page.goto(path)
            assert axe_findings(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= view["width"], path


def test_the_nu_checker_finds_nothing(chromium: Browser, made: Path, tmp_path: Path) -> None:
    """Invalid HTML behaves differently in each browser. (DSK-8.2)"""
    files = []
    with Serving(made) as address, at(chromium, address) as page:
        for number, path in enumerate(PAGES):
            files.append(tmp_path / f"{number}.html")
            files[-1].write_bytes(page.goto(path).body())
    found = nu_findings(files)
    assert found == [], "\n".join(found)
