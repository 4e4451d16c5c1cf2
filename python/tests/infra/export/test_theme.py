"""Tests of the author's colours, fonts and rules on the page and in the EPUB."""

import json
import re
import zipfile
from io import BytesIO

from attrs import evolve

from questfoundry.domain.story.publication import DARK, LIGHT, Palette, Publication, Theme, contrast
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.exporter import GamebookExporter
from questfoundry.infra.export.html import STYLES, HtmlExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
    TwineJsonExporter,
)
from tests.infra.export.test_html import PARTS, Parsed, hashed
from tests.support.editions import small_edition
from tests.support.twee_players import twee_passages

OWN_STYLE = "\n".join(PARTS.joinpath(each).read_text("utf-8") for each in STYLES)

CSS = "p > em { color: #900 }"
RED = Palette(paper="#ffffff", ink="#111111", accent="#aa0000")
THEME = Theme(light=RED, text_font="Gill Sans", css=CSS)


def themed(theme: Theme) -> Edition:
    return evolve(small_edition(), publication=Publication(theme=theme))


def page_of(theme: Theme) -> Parsed:
    [page] = HtmlExporter().export(themed(theme))
    return Parsed(page.content.decode())


def test_the_page_has_the_theme_behind_its_own_style_and_allows_it_by_its_hash() -> None:
    """The author's rules must win."""
    page = page_of(THEME)
    style = page.inside["style"]
    assert style.startswith(OWN_STYLE)
    assert style.endswith(CSS)
    assert "--paper: #ffffff; --ink: #111111; --accent: #aa0000;" in style
    assert '--serif: "Gill Sans", serif;' in style
    policy = page.attributes("meta", **{"http-equiv": "Content-Security-Policy"})["content"]
    assert hashed(style) in str(policy)
    assert page_of(Theme()).inside["style"] == OWN_STYLE


def test_colours_of_the_day_leave_those_of_the_night_and_the_other_way_round() -> None:
    """Night rules are more specific."""
    day = page_of(Theme(light=RED)).inside["style"].removeprefix(OWN_STYLE)
    night = page_of(Theme(dark=RED)).inside["style"].removeprefix(OWN_STYLE)
    assert re.findall(r"(:root\S*) {", day) == [":root"]
    selectors = [":root:not([data-theme=light])", ":root[data-theme=dark]"]
    assert re.findall(r"(:root\S*) {", night) == selectors
    assert "@media (prefers-color-scheme: dark) { :root:not" in night
    for palette in (LIGHT, DARK):
        assert f"--paper: {palette.paper};" in OWN_STYLE
        assert f"--accent: {palette.accent};" in OWN_STYLE


def test_the_epub_has_the_font_the_rules_and_the_accents() -> None:
    """Readers of an EPUB choose their own colours, so only font, accents and rules apply."""
    _, file = GamebookExporter().export(themed(THEME))
    with zipfile.ZipFile(BytesIO(file.content)) as book:
        style = book.read("EPUB/book.css").decode()
    assert 'body { font-family: "Gill Sans", serif; }' in style
    assert "a { color: #aa0000; }" in style
    assert f"@media (prefers-color-scheme: dark) {{ a {{ color: {DARK.accent}; }}" in style
    assert style.endswith(CSS)


def test_what_can_hardly_be_read_is_a_finding() -> None:
    """Text with a contrast below the WCAG limit is hard to read, but the author decides."""
    assert round(contrast("#000000", "#ffffff"), 1) == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48
    assert list(Theme().findings()) == []
    pale = evolve(LIGHT, ink="#999999")
    found = list(Theme(light=pale).findings())
    assert {(each.rule, each.place) for each in found} == {("theme.contrast", "theme.light")}
    assert len(found) == 2


def test_twine_has_colours_and_font_in_its_stylesheet() -> None:
    """Rules written for the page do not fit there."""
    for exporter in (TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter()):
        twee, archive = (each.content.decode() for each in exporter.export(themed(THEME)))
        [style] = [each for each in twee_passages(twee) if each.tags == ("stylesheet",)]
        assert "{ background-color: #ffffff; color: #111111; }" in style.text
        assert 'font-family: "Gill Sans", serif;' in style.text
        assert "prefers-color-scheme" not in style.text
        assert CSS not in twee
        assert f'id="twine-user-stylesheet" type="text/twine-css">{style.text}' in archive
        assert "stylesheet" not in exporter.export(small_edition())[0].content.decode()
    [json_file] = TwineJsonExporter().export(themed(Theme(dark=RED)))
    assert "@media (prefers-color-scheme: dark)" in json.loads(json_file.content)["style"]
