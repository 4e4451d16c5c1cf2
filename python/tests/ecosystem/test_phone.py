"""Tests of all pages on a narrow telephone: nothing is cut off or out of reach."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from questfoundry.composition.project.import_material import import_story
from questfoundry.web.imported_page import ImportedViews
from tests.ecosystem import test_desk_imported as imported
from tests.ecosystem.test_desk import PAGES, Serving, visited
from tests.ecosystem.test_desk import made as made
from tests.ecosystem.test_desk_folder import ServingFolder
from tests.support.editions import small_edition, with_chapters, with_clues
from tests.support.player import shown
from tests.web.test_imported_story import STORY

SIZES = tuple({"width": width, "height": 700} for width in (320, 375, 390))
"""From the narrowest telephone to a usual one."""

_FOUND = """() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push("the page scrolls sideways");
  const CONTROLS = "button, .button, select, textarea, summary, nav a, "
    + "input:not([type=hidden], [type=checkbox], [type=radio])";
  const TICKS = "input[type=checkbox], input[type=radio]";
  const style = (each) => getComputedStyle(each);
  const named = (each) => `${each.tagName} ${(each.textContent || each.name || "").trim()}`;
  const scrolls = (each) => ["auto", "scroll"].includes(style(each).overflowX);
  const hasOwnBox = (each) => each && (scrolls(each) || hasOwnBox(each.parentElement));
  const hasWords = (each) => [...each.childNodes].some((one) => one.nodeType === Node.TEXT_NODE
    && one.data.trim());
  for (const each of document.body.querySelectorAll("*:not(.skip, .aside)")) {
    const box = each.getBoundingClientRect(), name = named(each).slice(0, 60);
    const small = Math.min(box.width, box.height);
    if (!each.checkVisibility() || box.width <= 1 || hasOwnBox(each.parentElement)) continue;
    if (box.left < -0.5 || box.right > wide + 0.5)
      found.push(`${name}: reaches from ${box.left} to ${box.right}`);
    if (each.matches(CONTROLS) && (box.height < 43.9 || small < 23.9)
        || each.matches(TICKS) && small < 23.9)
      found.push(`${name}: is ${box.width} by ${box.height}`);
    if (each.matches("a, button, summary") && style(each).display !== "inline"
        && each.scrollWidth > each.clientWidth + 1)
      found.push(`${name}: is cut`);
    if (hasWords(each) && parseFloat(style(each).fontSize) < 12)
      found.push(`${name}: is too small to read`);
  }
  return found;
}"""


def phone_findings(page: Page) -> list[str]:
    found: list[str] = page.evaluate(_FOUND)
    return found


pytestmark = pytest.mark.ecosystem

LINE = 60
"""The maximum height of one line of the menu, in pixels."""

LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_each_page_of_the_desk_fits(chromium: Browser, made: Path, size: dict[str, int]) -> None:
    """Unfolded parts are often wider than the page, and small buttons cannot be tapped."""
    with visited(chromium, Serving(made), viewport=size, has_touch=True) as page:
        for name in ("Overview", "Translations"):
            page.get_by_role("link", name=name).click()
            assert page.locator(".top nav").evaluate("each => each.clientHeight") < LINE
            expect(page.locator(".top nav [aria-current]")).to_be_in_viewport(ratio=0.9)
        found = [f"{path}: {each}" for path in (*PAGES, "books") for each in looked_at(page, path)]
    assert found == [], "\n".join(found)


def test_each_page_of_an_imported_story_fits(chromium: Browser, tmp_path: Path) -> None:
    """A long title without spaces must not make the page wider than the telephone."""
    (tmp_path / "cellar.twee").write_text(
        STORY.replace(":: StoryTitle\n", f":: StoryTitle\n{LONG}")
    )
    root = import_story([tmp_path / "cellar.twee"], tmp_path / "story").place.paths.root
    with visited(chromium, Serving(root, ImportedViews), viewport=SIZES[0], has_touch=True) as page:
        found = [f"{path}: {each}" for path in imported.PAGES for each in looked_at(page, path)]
    assert found == [], "\n".join(found)


def test_the_list_of_stories_fits(
    chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of stories is the first page that an author sees on a telephone."""
    monkeypatch.delenv("QF_TRUST", raising=False)
    (tmp_path / LONG).mkdir()
    settings = f"name: {LONG}\nproviders: {{default: openai/gpt-4o}}\n"
    (tmp_path / LONG / "project.yaml").write_text(settings)
    with visited(chromium, ServingFolder(tmp_path), viewport=SIZES[0], has_touch=True) as page:
        found = [each for path in ("", f"open/{LONG}") for each in looked_at(page, path)]
        for name, text in (("cellar.twee", STORY), (f"{LONG}.md", f"# {LONG}\n\nA pilot waits.")):
            page.goto("")
            content = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
            page.get_by_label("File, or all").set_input_files(content)
            page.get_by_role("button", name="Preview").click()
            page.get_by_role("button", name="Create project").wait_for()
            found += looked_at(page, page.url)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_player_fits(chromium: Browser, size: dict[str, int]) -> None:
    """Many players read on a telephone, and a dialog that is cut off cannot be closed."""
    edition = with_clues(with_chapters(small_edition()))
    with shown(chromium, edition, viewport=size, has_touch=True) as page:
        found = phone_findings(page)
        page.locator("[data-do=begin]").click()
        found += phone_findings(page)
        for dialog in page.locator("dialog[id]").all():
            dialog.evaluate("each => each.showModal()")
            found += phone_findings(page)
            dialog.evaluate("each => each.close()")
    assert found == [], "\n".join(found)


def looked_at(page: Page, path: str) -> list[str]:
    """Return the faults of a page with all its details unfolded."""
    page.goto(path)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    return phone_findings(page)
