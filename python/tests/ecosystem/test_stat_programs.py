"""Tests that stats count in the programs of Twine's formats as they do in the engine."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given
from playwright.sync_api import Browser, expect

from questfoundry.domain.story.passage import play
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import one_line, paragraphs
from questfoundry.infra.export.twine import TwineExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from tests.strategies.engine_editions import engine_editions
from tests.support.engine_states import assert_states_agree
from tests.support.examples import examples
from tests.support.stat_story import stat_edition
from tests.support.twine_programs import played, published

pytestmark = pytest.mark.ecosystem

EXPORTERS = (TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter())
LINKS = "#passages a, tw-link, #page article a, #main .passage a[data-passage]"


@pytest.mark.parametrize("exporter", EXPORTERS, ids=lambda each: each.format)
def test_each_program_counts_like_the_engine(
    chromium: Browser, tmp_path: Path, exporter: TwineExporter
) -> None:
    """Only the program itself knows whether it reads our conditions as we mean them. (EXP-33.1)"""
    edition = stat_edition()
    for number in range(12):
        walk(chromium, tmp_path, exporter, edition, random.Random(number))


@examples(3, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(engine_editions())
def test_each_program_visits_the_states_of_any_story(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, edition: Edition
) -> None:
    """Random stories combine conditions, texts and hubs as no example does. (EXP-33.1)"""
    folder = tmp_path_factory.mktemp("story")
    for exporter in EXPORTERS:
        html = published(exporter.export(edition)[0].content.decode(), exporter.program)
        assert_states_agree(edition, played(chromium, folder, html, most=2_000))


def walk(
    browser: Browser, folder: Path, exporter: TwineExporter, edition: Edition, draw: random.Random
) -> None:
    """Play at random in the program, and compare each passage with the engine's."""
    file = folder / "story.html"
    file.write_text(published(exporter.export(edition)[0].content.decode(), exporter.program))
    profile = browser.new_context(offline=True, locale="en-US")
    try:
        page = profile.new_page()
        page.goto(file.as_uri())
        taken: list[str] = []
        while True:
            now = play(edition.structure, taken)
            labels = [one_line(choice.label) for choice in now.open]
            links = page.locator(LINKS)
            expect(links).to_have_text(labels, timeout=5_000)
            first = paragraphs(edition, now.passage)[0].plain_text
            expect(page.locator("body")).to_contain_text(first)
            text = one_line(page.locator("body").inner_text())
            for each in paragraphs(edition, now.passage):
                if each.flag:
                    assert (each.plain_text in text) is each.is_visible_with(now.flags)
            for choice in now.closed:
                assert one_line(choice.closed) in text
            if not now.open:
                return
            place = draw.randrange(len(labels))
            taken.append(now.open[place].id)
            links.nth(place).click()
    finally:
        profile.close()
