"""Tests of all pages on a narrow telephone: nothing is cut off or out of reach."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from questfoundry.composition.project.import_material import import_story
from questfoundry.web.imported_page import ImportedViews
from tests.ecosystem import test_desk_imported as imported
from tests.ecosystem.test_desk import PAGES, Serving, visited
from tests.ecosystem.test_desk import made as made
from tests.ecosystem.test_desk_folder import ServingFolder
from tests.support.editions import small_edition, with_chapters, with_clues
from tests.support.phone import SIZES, phone_findings
from tests.support.player import shown
from tests.web.test_imported_story import STORY

pytestmark = pytest.mark.ecosystem
LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_each_page_of_the_desk_fits(chromium: Browser, made: Path, size: dict[str, int]) -> None:
    """Unfolded parts are often wider than the page, and small buttons cannot be tapped."""
    with visited(chromium, Serving(made), viewport=size, has_touch=True) as page:
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
