"""Measure how many frames a second the desk's map of 2,000 passages shows while it moves.

Run ``python python/benchmarks/desk_map.py``. The benchmark needs the browser of
``python/tests/ecosystem``. There are two shapes:
``row`` has dilemmas one after the other, so it is tall and narrow; ``tree`` has a thousand endings
beside one another, because nothing rejoins. The benchmark pans each map at several sizes, and
zooms it out and in, with one step for each frame, for two seconds. ``shown`` is the number of
frames a second that the browser drew, by the browser's own trace. ``turns`` is the number of
animation frames of the page, and ``slowest`` the longest time between two of them. The aim: 60
frames a second.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from attrs import evolve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page

from questfoundry.composition.project.project import Project
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.web.app import desk_app
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.server import serve
from tests.support.browser import browser
from tests.support.series import series, tree

VIEW: Any = {"width": 1280, "height": 860}
LEVELS, SOFT = 11, 536
"""A tree of 2,047 passages, and a row of 2,011."""

SIZES = {"large": 2, "as it is": 0, "small": -5, "whole": -12}
"""How often it is made larger, or smaller."""

FRAMES = 120
TRACED = ["disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]
PAN = (
    "map.scrollBy({ left: n % 60 < 30 ? 12 : -12, top: n % 80 < 40 ? 12 : -12, "
    "behavior: 'instant' })"
)
ZOOM = (
    "map.dispatchEvent(new WheelEvent('wheel', { ctrlKey: true, cancelable: true, "
    "deltaY: n % 80 < 40 ? 12 : -12, clientX: 600, clientY: 400 }))"
)
MOVED = """async (frames) => {
  const map = document.getElementById("map");
  let last = performance.now(), slowest = 0;
  const began = last;
  for (let n = 0; n < frames; n++) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    if (n > 2) slowest = Math.max(slowest, now - last);
    last = now;
    %s;
  }
  return [performance.now() - began, slowest];
}"""


def story_of(structure: Structure) -> Story:
    """Return a story with ``structure``, and with a title and some words in each passage."""
    passages = tuple(
        evolve(each, title=f"At {each.id}", beats=(), remembers=()) for each in structure.passages
    )
    return Story(
        title="Long",
        structure=evolve(structure, passages=passages),
        prose={each.id: "Some words." for each in passages},
    )


@contextmanager
def desk(folder: Path, story: Story) -> Iterator[str]:
    """Yield the address of a desk for ``story``, served in a thread beside the browser's thread."""

    class Long(ProjectViews):
        def story(self) -> Story:
            return story

        def check(self) -> None:
            return None

    ready, over, found = Event(), Event(), [""]

    async def run() -> None:
        work = BackgroundTask()
        project = Project.open(folder, env={}, events=(work,), trust=True)
        views = Long(project, work)
        async with project, serve(desk_app(views), port=0) as entrance:
            found[0] = entrance.new_address()
            ready.set()
            await asyncio.to_thread(over.wait)
            await views.close()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    ready.wait(30)
    try:
        yield found[0]
    finally:
        over.set()
        thread.join(30)


def measure_motion(chromium: Browser, page: Page, motion: str) -> tuple[float, float, float]:
    """Return the frames shown in a second, the animation frames in a second, and the slowest."""
    chromium.start_tracing(page=page, categories=TRACED)
    took, slowest = page.evaluate(MOVED % motion, FRAMES)
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    shown = sum(each["name"] == "DrawFrame" for each in events)
    return shown / took * 1e3, FRAMES / took * 1e3, slowest


def main() -> None:
    """Print the table."""
    print("shape  passages   opening  size      motion  shown   turns  slowest")
    for name, structure in (("row", series(soft=SOFT)), ("tree", tree(LEVELS))):
        with (
            TemporaryDirectory() as folder,
            desk(Path(folder), story_of(structure)) as address,
            browser() as chromium,
        ):
            page = chromium.new_page(base_url=address.partition("?")[0], viewport=VIEW)
            page.set_default_timeout(120_000)
            page.goto(address)
            began = time.perf_counter()
            page.goto("map")
            opening = time.perf_counter() - began
            for size, steps in SIZES.items():
                page.reload()
                for _ in range(abs(steps)):
                    page.locator(f"[data-zoom={'in' if steps > 0 else 'out'}]").click()
                page.wait_for_timeout(1_000)
                for motion, does in (("pan", PAN), ("zoom", ZOOM)):
                    shown, turns, slowest = measure_motion(chromium, page, does)
                    print(
                        f"{name:5}  {len(structure.passages):8,}  {opening:6.1f} s  {size:8}"
                        f"  {motion:6}  {shown:4.0f}/s  {turns:4.0f}/s  {slowest:4.0f} ms"
                    )


if __name__ == "__main__":
    main()
