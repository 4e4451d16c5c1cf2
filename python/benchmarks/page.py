"""Measure how long the page of a long story takes to open, and to show the next passage.

Run ``python python/benchmarks/page.py [PAGE]``. The benchmark needs the browser of
``python/tests/ecosystem``. It measures PAGE, such as a page of ``long_story.py``. Without PAGE, it
builds stories with scenes of 375 words a passage. A scene has a fork, a minor choice, a hub of four
topics, and a passage with conditional text for all of these.

Opening lasts from the request for the file until the title page reacts to clicks. A step lasts from
the click until the next passage is laid out. The page itself measures both, during a playthrough
that looks at every topic; the best of a few runs counts. The aims: opening in less than a second,
each step in less than 20 ms.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from attrs import evolve

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.report import Edition
from questfoundry.domain.weaving.hubs import Hub, Topic, add_hub
from questfoundry.domain.weaving.minor_choices import Option, add_minor_choices
from tests.support.browser import browser, opened
from tests.support.editions import told
from tests.support.player import written
from tests.support.structures import choice, joined

SIZES = (400, 2_000)
SCENE = 9
"""Passages in a scene: the fork, its two arms, the act, the hub, its topics."""
TOPICS = 4
WORDS = 375
REPEATS = 3

STEPS = """
() => {
  const steps = [];
  const choices = () => document.querySelectorAll("button[data-qf-choice]");
  while (choices().length) {
    const began = performance.now();
    choices()[0].click();
    document.body.getBoundingClientRect();
    steps.push(performance.now() - began);
  }
  return steps;
}
"""


def long_edition(passages: int) -> Edition:
    scenes = range(passages // SCENE)
    ways = [
        way
        for scene in scenes
        for way in (
            choice(f"{scene}-left", f"{scene}-fork", f"{scene}-left", grants=[f"{scene}-left"]),
            choice(f"{scene}-right", f"{scene}-fork", f"{scene}-right"),
            choice(f"{scene}-from-left", f"{scene}-left", f"{scene}-act"),
            choice(f"{scene}-from-right", f"{scene}-right", f"{scene}-act"),
            choice(f"{scene}-acted", f"{scene}-act", f"{scene}-hub"),
            choice(f"{scene}-on", f"{scene}-hub", f"{scene + 1}-fork"),
        )
    ]
    structure = joined(*ways, **{f"{len(scenes)}-fork": "out"})
    acts = {
        f"passage::{scene}-act": [
            Option(label=f"Act {each}", flag=f"mark::{scene}-{each}") for each in range(3)
        ]
        for scene in scenes
    }
    structure = add_minor_choices(structure, acts)
    for scene in scenes:
        topics = [
            Topic(
                passage=f"passage::{scene}-topic-{each}",
                beat="",
                label=f"Ask about {each}",
                flag=f"mark::{scene}-topic-{each}",
            )
            for each in range(TOPICS)
        ]
        hub = Hub(passage=f"passage::{scene}-hub", topics=topics, exit_label="Leave")
        structure = add_hub(structure, hub)
    flags = {flag: flag for each in structure.choices for flag in each.grants}
    edition = told(structure, flags=flags)
    prose = "\n\n".join(
        ["It is a long night on the water, and nobody sleeps. " * 8] * (WORDS // 80)
    )
    inserts = {
        each.id: "\n\n".join(
            f"[{slug_of(flag)}]\nIt shows." for flag in sorted(each.conditional_flags)
        )
        for each in structure.passages
    }
    return evolve(
        edition, prose={name: f"{prose}\n\n{inserts[name]}".strip() for name in edition.prose}
    )


def opening(page: Page) -> float:
    """Return the milliseconds from the request to the end of the page's own script."""
    page.locator("[data-do=begin]").wait_for()
    return float(
        page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    )


def measure(chromium: Browser, file: Path) -> str:
    """Return a line with the page's size, opening time, number of steps, and times of steps."""
    tries: list[list[float]] = []
    ready: list[float] = []
    for _ in range(REPEATS):
        with opened(chromium, file, reduced_motion="reduce") as page:
            ready.append(opening(page))
            page.locator("[data-do=begin]").click()
            tries.append(page.evaluate(STEPS))
    steps = [min(same) for same in zip(*tries, strict=True)]
    return (
        f"{file.stat().st_size / 1e6:3.1f} MB  {min(ready):4.0f} ms  {len(steps):5,}"
        f"  {median(steps):3.1f} ms  {max(steps):4.1f} ms"
    )


def main() -> None:
    print("passages  choices    size  opening  steps  median  slowest")
    with browser() as chromium, TemporaryDirectory() as folder:
        for file in map(Path, sys.argv[1:]):
            print(f"{'':19}{measure(chromium, file.resolve())}")
        for size in () if sys.argv[1:] else SIZES:
            edition = long_edition(size)
            counts = (len(edition.structure.passages), len(edition.structure.choices))
            file = written(edition, Path(folder))
            print(f"{counts[0]:8,}  {counts[1]:7,}  {measure(chromium, file)}")


if __name__ == "__main__":
    main()
