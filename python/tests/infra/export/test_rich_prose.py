"""Tests of bold, links, pictures, sounds and numbers in the files of each format."""

import json
import zipfile
from io import BytesIO
from xml.etree import ElementTree

import pytest
from attrs import evolve

from questfoundry.domain.protocols.exporter import StoryExporter
from questfoundry.domain.story.asset import Asset
from questfoundry.infra.export.choicescript import ChoiceScriptExporter
from questfoundry.infra.export.gamebook.exporter import GamebookExporter, PdfExporter
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.ink import InkExporter
from questfoundry.infra.export.markdown import MarkdownExporter
from questfoundry.infra.export.story_document import JsonExporter
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from tests.support.editions import small_edition
from tests.support.rich_story import SOUND, picture, rich_edition

RICH = rich_edition()
XHTML = "{http://www.w3.org/1999/xhtml}"


def exported(exporter: StoryExporter, suffix: str = "") -> str:
    files = exporter.export(RICH)
    return next(each.content for each in files if each.name.endswith(suffix)).decode()


TWINE = (
    *("<strong>bold <em>and</em> slow</strong>", "<em>so <strong>it</strong> goes</em>"),
    'target="_blank" rel="noopener noreferrer">',
    '<img src="data:image/png;base64,',
    'style="width: 50%"',
    '<audio controls src="data:audio/mpeg;base64,',
)


@pytest.mark.parametrize(
    ("exporter", "parts"),
    [
        (TweeExporter(), (*TWINE, "Trust&#58; <<= $wins_trust>>; none")),
        (HarloweExporter(), (*TWINE, "Trust: (print: $wins_trust); none")),
        (ChapbookExporter(), (*TWINE, "Trust: {wins_trust}; none")),
        (SnowmanExporter(), (*TWINE, "Trust: <%= s.wins_trust || 0 %>; none")),
        (
            InkExporter(),
            (
                "<b>bold <i>and</i> slow</b>",
                '<a href="https\\:\\/\\/example.org\\/a\\_b\\?c\\=d\\&e\\=(f)">',
                "Trust: {wins_trust}; none",
                "# IMAGE: the-green-light-rooms-map.png",
                "\\[The tide bell\\] # AUDIO: the-green-light-bell.mp3",
                "\\[A lost picture\\]",
            ),
        ),
        (
            MarkdownExporter(),
            (
                "**bold *and* slow**, *so **it** goes*",
                "(<https://example.org/a_b?c=d&e=(f)>)",
                "(<the-green-light-rooms-map.png>)",
                "[The tide bell](<the-green-light-bell.mp3>)",
                "\\[A lost picture\\]",
            ),
        ),
    ],
    ids=lambda each: getattr(each, "format", None),
)
def test_each_format_has_the_markup_in_its_own_notation(
    exporter: StoryExporter, parts: tuple[str, ...]
) -> None:
    """An author writes the marks once, and players of each format see them. (EXP-35.1)"""
    text = exported(exporter).replace("&#58;", ":")
    assert [part for part in parts if part.replace("&#58;", ":") not in text] == []


@pytest.mark.parametrize("exporter", [InkExporter(), MarkdownExporter()])
def test_pictures_and_sounds_lie_beside_a_text_file(exporter: StoryExporter) -> None:
    """A text file cannot contain pictures, so it names files next to it. (EXP-35.1)"""
    files = {each.name: each.content for each in exporter.export(RICH)}
    assert files["the-green-light-rooms-map.png"] == picture()
    assert files["the-green-light-bell.mp3"] == SOUND
    [loss] = exporter.list_losses(RICH)
    assert "widths of pictures" in loss.problem


def test_a_choicescript_game_has_its_pictures_in_its_folder() -> None:
    """ChoiceScript looks for pictures and sounds beside the scenes. (EXP-35.1)"""
    [file] = ChoiceScriptExporter().export(RICH)
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        scene = archive.read("mygame/scenes/startup.txt").decode()
        assert archive.read("mygame/rooms-map.png") == picture()
    assert '\n*image rooms-map.png none A map of "the house" & <garden>\n' in scene
    assert "\n*sound bell.mp3\n" in scene
    assert "[b]bold [i]and[/i] slow[/b]" in scene
    assert "Trust: ${wins_trust}; none" in scene


def test_the_page_allows_only_what_it_contains() -> None:
    """A page with pictures must still load nothing from elsewhere. (EXP-35.1)"""
    page = exported(HtmlExporter())
    assert "img-src data:; media-src data:; base-uri" in page
    plain = HtmlExporter().export(small_edition())[0].content.decode()
    assert "media-src" not in plain
    assert "img-src" not in plain


def test_an_epub_lists_its_pictures_and_sounds() -> None:
    """A bookshop refuses an EPUB whose manifest lacks a file. (EXP-35.1)"""
    epub = next(e.content for e in GamebookExporter().export(RICH) if e.name.endswith(".epub"))
    with zipfile.ZipFile(BytesIO(epub)) as archive:
        assert archive.read("EPUB/assets/rooms-map.png") == picture()
        package = archive.read("EPUB/package.opf").decode()
        part = ElementTree.fromstring(archive.read("EPUB/part-1.xhtml"))
    assert '<item id="asset-1" href="assets/rooms-map.png" media-type="image/png" />' in package
    assert '<meta property="schema:accessMode">visual</meta>' in package
    [image] = part.iter(f"{XHTML}img")
    assert image.attrib["alt"] == 'A map of "the house" & <garden>'
    [audio] = part.iter(f"{XHTML}audio")
    assert audio.attrib["src"] == "assets/bell.mp3"
    assert "A lost picture" in "".join(part.itertext())


def test_a_book_names_what_it_cannot_show() -> None:
    """Paper has neither sounds nor numbers, so the author learns it. (EXP-35.1)"""
    assert {each.place for each in PdfExporter().list_losses(RICH)} == {"pdf"}
    problems = [each.problem for each in PdfExporter().list_losses(RICH)]
    assert any("descriptions of some sounds" in each for each in problems)
    assert any("Win's trust" in each for each in problems)
    assert len([*GamebookExporter().list_losses(RICH)]) == 1
    ogg = evolve(RICH, assets={**RICH.assets, "bell.mp3": Asset(b"OggS", "audio/ogg")})
    assert len([*GamebookExporter().list_losses(ogg)]) == 2


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_a_pdf_shows_pictures_of_each_kind(kind: str) -> None:
    """Authors save pictures in the format of their program. (EXP-35.1)"""
    content = picture(kind, (3000, 5000) if kind == "PNG" else (40, 30))
    edition = evolve(RICH, assets={"rooms/map.png": Asset(content, f"image/{kind.lower()}")})
    [file] = PdfExporter().export(edition)
    assert file.content.count(b"/Subtype /Image") >= 1
    assert file.content == PdfExporter().export(edition)[0].content


def test_the_json_contains_all_and_says_so_by_its_version() -> None:
    """Programs that know no pictures must refuse the file. (EXP-35.1)"""
    data = json.loads(exported(JsonExporter()))
    assert data["version"] == 4
    assert [each["name"] for each in data["assets"]] == ["rooms/map.png", "bell.mp3"]
    assert "**bold *and* slow**" in data["passages"][0]["prose"][0]
    assert "assets" not in json.loads(JsonExporter().export(small_edition())[0].content)
