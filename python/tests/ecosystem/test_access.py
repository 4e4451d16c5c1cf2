"""Tests of criteria of WCAG 2.2 that no checker of markup can decide, on the page and the desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

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
    """Each passage must say its name, its text and its choices to assistive software. (PLY-3.6)"""
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
