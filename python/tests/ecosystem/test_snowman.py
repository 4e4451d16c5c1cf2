"""Tests of the Snowman export, compiled by extwee and played in a browser to every end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page

from questfoundry.domain.story.publication import Palette, Publication, Theme
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.twine_formats import SnowmanExporter
from tests.strategies.hostile import EVERYTHING, dressed
from tests.support.browser import opened
from tests.support.ecosystem import run_node
from tests.support.editions import (
    remembering_edition,
    small_edition,
    with_chapters,
    with_clues,
    with_deeds,
    with_inserts,
)
from tests.support.seen import Seen, SeenPlaythrough, playthroughs_seen, seen
from tests.support.stat_story import stat_edition

pytestmark = pytest.mark.ecosystem


@pytest.mark.parametrize(
    "edition",
    [
        with_inserts(remembering_edition()),
        dressed(small_edition(), EVERYTHING),
        with_chapters(with_inserts(with_deeds(small_edition()))),
        stat_edition(),
        evolve(
            remembering_edition(),
            prose=dict.fromkeys(remembering_edition().prose, "It is a long night. " * 5_000),
        ),
    ],
    ids=["flags", "hostile", "deeds", "stats", "long"],
)
def test_browser_and_solver_agree(chromium: Browser, tmp_path: Path, edition: Edition) -> None:
    """Exports offer exactly the playthroughs."""
    with compiled(chromium, tmp_path, edition) as page:
        assert page.title()
        assert playthroughs_played(page) == playthroughs_seen(edition)


@contextmanager
def compiled(browser: Browser, folder: Path, edition: Edition) -> Iterator[Page]:
    """Yield the page of the compiled story."""
    twee, archive = SnowmanExporter().export(edition)
    export = {"twee": twee.content.decode(), "archive": archive.content.decode()}
    (story,) = run_node("read_twine.mjs", [export])["stories"]
    (folder / "story.html").write_text(story["html"], encoding="utf-8")
    with opened(browser, folder / "story.html") as page:
        yield page


def playthroughs_played(page: Page) -> set[SeenPlaythrough]:
    """Return all playthroughs, each clicked from the start."""
    done: set[SeenPlaythrough] = set()
    waiting: list[tuple[int, ...]] = [()]
    for clicks in waiting:
        page.reload()
        way: list[Seen] = []
        for click in clicks:
            way.append(shown(page, click))
            page.locator("a[data-passage]").nth(click).click()
        while offered := page.locator("a[data-passage]").count():
            waiting += [(*clicks, later) for later in range(1, offered)]
            way.append(shown(page, 0))
            page.locator("a[data-passage]").first.click()
            clicks = (*clicks, 0)
        done.add((*way, shown(page, None)))
    return done


def shown(page: Page, taken: int | None) -> Seen:
    paragraphs = page.locator(
        "#passage h2, #passage p:not(:has(a, [role=link]), details *)"
    ).all_inner_texts()
    lines = [line for each in paragraphs for line in each.split("\n")]
    labels = page.locator("a[data-passage]").all_inner_texts()
    return seen(lines, labels, taken, page.locator("[aria-disabled=true]").all_inner_texts())


def test_a_browser_shows_what_is_known(chromium: Browser, tmp_path: Path) -> None:
    """A clue list must not appear too early or change which choices players have."""
    edition = with_clues(small_edition(), "<b>It</b> was *so*.")
    with compiled(chromium, tmp_path, edition) as page:
        assert not page.locator("details").count()
        page.locator("a[data-passage]").first.click()
        page.locator("summary").click()
        learnt = edition.clues[:1]
        assert page.locator("details p").all_inner_texts() == [each.text for each in learnt]
        assert page.locator("details h3").all_inner_texts() == [learnt[0].question]
        assert playthroughs_played(page) == playthroughs_seen(edition)


def test_a_browser_shows_the_colours_of_the_theme(chromium: Browser, tmp_path: Path) -> None:
    """Only a browser shows that Snowman's own style does not override the author's colours."""
    theme = Theme(light=Palette(paper="#fffae0", ink="#102030", accent="#aa0000"))
    edition = evolve(small_edition(), publication=Publication(theme=theme))
    with compiled(chromium, tmp_path, edition) as page:
        body, link = page.evaluate(
            "() => [document.body, document.querySelector('a[data-passage]')].map((each) =>"
            " getComputedStyle(each)).map((each) => [each.backgroundColor, each.color])"
        )
    assert body == ["rgb(255, 250, 224)", "rgb(16, 32, 48)"]
    assert link[1] == "rgb(170, 0, 0)"
