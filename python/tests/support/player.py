"""An edition in the HTML player, and a person's view and actions."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.html import HtmlExporter
from tests.support.browser import opened
from tests.support.seen import SeenPlaythrough, seen

WALK = """
() => {
  const ways = [];
  const back = document.querySelector(".bar [data-do=back]");
  const here = () => document.querySelector("[data-qf-passage]");
  const buttons = () => [...here().querySelectorAll("button[data-qf-choice]")];
  const walk = (steps) => {
    const told = [...here().querySelectorAll(":scope > p:not(.moved), [data-qf-ending] h2")];
    const ending = here().querySelector("[data-qf-ending]");
    const choices = buttons().map((each) => each.dataset.qfChoice);
    const step = {
      passage: here().dataset.qfPassage,
      ending: ending ? ending.dataset.qfEnding : "",
      lines: told.flatMap(({ tagName, textContent }) => (
        tagName === "P" ? textContent.split("\\n") : [textContent]
      )),
      labels: buttons().map((each) => each.textContent),
      closed: [...here().querySelectorAll("[data-qf-closed]")].map((each) => each.textContent),
      choices,
      taken: null,
    };
    if (!choices.length) ways.push([...steps, step]);
    choices.forEach((_, taken) => {
      buttons()[taken].click();
      walk([...steps, { ...step, taken }]);
      back.click();
    });
  };
  walk([]);
  return ways;
}
"""
"""Takes every open choice everywhere, and steps back."""

Walk = tuple[tuple[str, ...], tuple[str, ...], str]
"""Passages, choices and the ending, or an empty text without one."""


def written(edition: Edition, folder: Path) -> Path:
    [made] = HtmlExporter().export(edition)
    file = folder / made.name
    file.write_bytes(made.content)
    return file


@contextmanager
def shown(browser: Browser, edition: Edition, **context: Any) -> Iterator[Page]:
    """Yield the edition's title page, without animation; fail in the same cases as ``opened``."""
    with TemporaryDirectory() as folder:
        file = written(edition, Path(folder))
        with opened(browser, file, **{"reduced_motion": "reduce", **context}) as page:
            yield page


@contextmanager
def begun(browser: Browser, edition: Edition, **context: Any) -> Iterator[Page]:
    with shown(browser, edition, **context) as page:
        page.locator("[data-do=begin]").click()
        yield page


def passage(page: Page) -> str:
    return str(page.locator("[data-qf-passage]").get_attribute("data-qf-passage"))


def choices(page: Page) -> list[str]:
    buttons = page.locator("button[data-qf-choice]").all()
    return [str(button.get_attribute("data-qf-choice")) for button in buttons]


def walks(page: Page) -> list[Walk]:
    """Return every playthrough by pressing buttons; the first passage must be shown."""
    return [
        (
            tuple(step["passage"] for step in steps),
            tuple(step["choices"][step["taken"]] for step in steps[:-1]),
            steps[-1]["ending"],
        )
        for steps in page.evaluate(WALK)
    ]


def playthroughs_on(page: Page) -> set[SeenPlaythrough]:
    """Return every playthrough as shown; the first passage must be shown."""
    return {
        tuple(seen(step["lines"], step["labels"], step["taken"], step["closed"]) for step in steps)
        for steps in page.evaluate(WALK)
    }


def solved(structure: Structure) -> list[Walk]:
    """Return every playthrough by the rules of the domain, in the same order."""
    found: list[Walk] = []

    def walk(taken: tuple[str, ...]) -> None:
        now = play(structure, taken)
        if not now.open:
            found.append((now.passages, now.choices, now.ending))
        for choice in now.open:
            walk((*taken, choice.id))

    walk(())
    return found
