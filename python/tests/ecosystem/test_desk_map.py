"""Tests of the desk's map in a browser: motion, zoom and focus."""

from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser, expect

from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.web.project_views import ProjectViews
from tests.ecosystem.test_desk import Serving, made, project, visited
from tests.support.series import series, tree

__all__ = ("made", "project")
pytestmark = pytest.mark.ecosystem

FRAME = 1_000 / 60
PAN = """
  map.scrollBy({ left: frame % 100 < 50 ? 8 : -8, top: 12, behavior: "instant" })
"""
ZOOM = """
  map.dispatchEvent(new WheelEvent("wheel", {
    ctrlKey: true, cancelable: true, deltaY: frame % 60 < 30 ? 12 : -12, clientX: 600, clientY: 400,
  }))
"""
MOVED = """async () => {
  const map = document.getElementById("map"), times = [];
  let last = performance.now();
  for (let frame = 0; frame < 150; frame++) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
    %s;
  }
  return times.slice(5).sort((one, other) => one - other);
}"""

SELECTED = """() => {
  const [box, frame] = [".selected", "#map"].map((each) => document.querySelector(each));
  const [at, edge] = [box, frame].map((each) => each.getBoundingClientRect());
  return [at.width, at.top - edge.top];
}"""
"""The width of the selected passage on the map, and its place below the edge of the map."""


def get_views(structure: Structure) -> type[ProjectViews]:
    """Return views of a story with the structure, with a title and some words in each passage."""
    passages = tuple(
        evolve(each, title=f"At {each.id}", beats=(), remembers=()) for each in structure.passages
    )
    story = Story(
        title="Long",
        structure=evolve(structure, passages=passages),
        prose={each.id: "Some words." for each in passages},
    )

    class Long(ProjectViews):
        def story(self) -> Story:
            return story

        def check(self) -> None:
            return None

    return Long


@pytest.mark.parametrize("structure", [series(soft=536), tree(11)], ids=["row", "tree"])
def test_a_huge_map_moves_smoothly(chromium: Browser, tmp_path: Path, structure: Structure) -> None:
    """A map that stutters is useless for the long stories that need one."""
    views = get_views(structure)
    with visited(chromium, Serving(tmp_path, views)) as page:
        page.set_default_timeout(60_000)
        page.goto("map")
        assert page.locator("a.box").count() >= 2_000
        for size in ("in", "out", "out", "out"):
            page.locator(f"[data-zoom={size}]").click()
            for motion in (PAN, ZOOM):
                times = page.evaluate(MOVED % motion)
                assert times[len(times) // 2] < 1.5 * FRAME, (size, motion, times)


def test_a_sketch_is_shown_while_the_map_is_zoomed(chromium: Browser, tmp_path: Path) -> None:
    """The map afterwards has the same place and focus."""
    views = get_views(series(soft=20))
    with visited(chromium, Serving(tmp_path, views)) as page:
        page.goto("map")
        page.locator(".zoom").wait_for()
        sketch, wide = page.locator(".sketch"), page.locator(".map svg")
        box = page.locator("a.box").nth(30)
        box.focus()
        before, width = box.bounding_box(), float(wide.get_attribute("width") or 0)
        assert before is not None
        expect(sketch).to_be_hidden()

        page.mouse.move(before["x"] + 10, before["y"] + 10)
        page.keyboard.down("Control")
        page.mouse.wheel(0, -60)
        expect(sketch).to_be_visible()
        assert float(wide.get_attribute("width") or 0) == width
        page.mouse.wheel(0, -60)
        expect(sketch).to_be_hidden()
        page.keyboard.up("Control")
        after = box.bounding_box()
        assert after is not None
        assert float(wide.get_attribute("width") or 0) == pytest.approx(1.49 * width, rel=0.01)
        assert after["y"] == pytest.approx(before["y"] + 10 - 14.9, abs=2)
        expect(box).to_be_focused()

        page.mouse.wheel(0, 60)
        page.mouse.wheel(0, 60)
        page.keyboard.press("ArrowDown")
        expect(sketch).to_be_hidden()


def test_the_map_keeps_its_place_after_an_edit(chromium: Browser, project: Path) -> None:
    """An author who has found the right part of the map must not search it again. (DSK-15.6)"""
    with visited(chromium, Serving(project), viewport={"width": 900, "height": 500}) as page:
        page.goto("map")
        page.locator(".zoom").wait_for()
        for _ in range(3):
            page.locator("[data-zoom=in]").click()
        page.get_by_role("link", name="Change the story at The Tide Bell").click()
        panel = page.get_by_role("complementary")
        expect(panel.get_by_role("heading", name="The Tide Bell")).to_be_visible()
        page.locator(".zoom").wait_for()
        page.evaluate("map.scrollBy({ top: 30, behavior: 'instant' })")
        before = page.evaluate(SELECTED)
        panel.locator("summary", has_text="Change, connect").click()
        panel.get_by_role("button", name="Move down").first.click()
        expect(page.get_by_role("status")).to_have_text("The choice is changed.")
        page.locator(".zoom").wait_for()
        assert page.evaluate(SELECTED) == pytest.approx(before, abs=2)
