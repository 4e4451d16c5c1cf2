"""Tests of criteria of WCAG 2.2 that no checker of markup can decide, on the page and the desk."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.ecosystem.test_desk import PAGES, PHONE, WIDE, Serving, visited
from tests.ecosystem.test_desk import made as made
from tests.support.editions import small_edition, with_chapters, with_deeds
from tests.support.player import shown

pytestmark = pytest.mark.ecosystem

MOST_STOPS = 60

FOCUSED = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  const box = here.getBoundingClientRect();
  const at = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (here === top || here.contains(top) || top.contains(here));
  };
  const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.8], [0.1, 0.8], [0.9, 0.2]];
  return {
    name: here.outerHTML.slice(0, 100),
    visible: points.some(([x, y]) => at(box.left + x * box.width, box.top + y * box.height)),
    role: here.tagName,
  };
}"""
"""The focused element, and whether some of its points are on top of everything else."""


def stops(page: Page) -> Iterator[dict[str, str | bool]]:
    """Press Tab through the page, and yield each focused element until the focus leaves it."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            return
        yield found


@pytest.mark.parametrize("view", [WIDE, PHONE])
def test_a_bar_never_hides_the_focus(chromium: Browser, made: Path, view: dict[str, int]) -> None:
    """Who uses a keyboard must see where they are: focus not obscured, 2.4.11. (DSK-8.2)"""
    with visited(chromium, Serving(made), viewport=view, reduced_motion="reduce") as page:
        for path in PAGES:
            page.goto(path)
            hidden = [each["name"] for each in stops(page) if not each["visible"]]
            assert hidden == [], path
    with shown(chromium, with_deeds(small_edition()), viewport=view) as page:
        assert [each["name"] for each in stops(page) if not each["visible"]] == []


def test_a_story_is_played_with_tab_and_enter_alone(chromium: Browser) -> None:
    """Each passage must say its name, its text and its choices to assistive software. (PLY-3.1)"""
    edition = with_chapters(with_deeds(small_edition()))
    with shown(chromium, edition) as page:
        seen: list[str] = []
        for _ in range(MOST_STOPS):
            tree = page.locator("main").aria_snapshot()
            if tree not in seen:
                seen.append(tree)
            if page.locator("[data-qf-ending]").count() or "The end" in tree:
                break
            page.keyboard.press("Tab")
            if "BUTTON" in str((page.evaluate(FOCUSED) or {}).get("role")) and page.evaluate(
                "document.activeElement.matches('[data-do=begin], [data-qf-choice]')"
            ):
                page.keyboard.press("Enter")
        screens = [tree for tree in seen if "heading" in tree]
        assert len(screens) >= 3
        assert all("paragraph" in tree or "text:" in tree for tree in screens)
        assert any('button "' in tree for tree in screens)


_CONTROLS = "button|link|textbox|combobox|checkbox|radio|searchbox|spinbutton"
NAMELESS = re.compile(rf"^\s*- (?:(?:{_CONTROLS})(?! \")|img$)", re.MULTILINE)
"""A control or picture without a name, in the tree that Chromium gives to a screen reader.

The drawing of the map is no picture but a group of links, each with a name.
"""


def test_every_page_of_the_desk_can_be_read_aloud(chromium: Browser, made: Path) -> None:
    """Who hears a page needs its heading, its landmarks, and a name for each control. (DSK-8.2)"""
    with visited(chromium, Serving(made), viewport=WIDE) as page:
        for path in PAGES:
            page.goto(path)
            tree = page.locator("body").aria_snapshot()
            assert len(re.findall(r"heading .*\[level=1\]", tree)) == 1, path
            assert {"- main", "- banner", '- navigation "Pages"'} <= landmarks(tree), path
            assert [each.group().strip() for each in NAMELESS.finditer(tree)] == [], path


def landmarks(tree: str) -> set[str]:
    return {each.strip().rstrip(":") for each in tree.splitlines()}


def test_a_line_is_translated_with_the_keyboard_alone(
    chromium: Browser, made: Path, tmp_path: Path
) -> None:
    """A translator without a mouse reaches the field from its source, and saves. (DSK-8.2)"""
    project = copytree(made, tmp_path / "story")
    with visited(chromium, Serving(project), viewport=WIDE) as page:
        page.goto("translations/de?passage=setup-1")
        fields = page.get_by_role("textbox", name=re.compile("^Translation of L"))
        line = str(fields.first.get_attribute("aria-label")).removeprefix("Translation of ")
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.name === 'text'"):
                break
        page.keyboard.type("Die Glocke")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(f"#about-{line}")).to_contain_text("done")
        expect(page.get_by_label(f"Translation of {line}", exact=True)).to_have_value("Die Glocke")
