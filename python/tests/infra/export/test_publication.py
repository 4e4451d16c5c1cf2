"""Tests of author, licence, credits and cover in every format."""

import json
import zipfile
from io import BytesIO

import pytest
from attrs import evolve

from questfoundry.composition.registries.formats import own_exporters
from questfoundry.domain.story.publication import Publication
from questfoundry.infra.export.html import HtmlExporter
from tests.support.editions import COVER, PIXEL, small_edition
from tests.support.twee_players import twee_passages

PUBLICATION = Publication(
    author="Ann & Co",
    credits="Maps by Ben",
    licence="CC BY-SA 4.0",
    description="A drowned city.",
    date="2026-11-23",
    cover=COVER,
)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Return the exported files by the end of their names."""
    edition = evolve(small_edition(), publication=PUBLICATION)
    exported = (file for each in own_exporters() for file in each.export(edition))
    return {each.name.removeprefix("the-drowned-ledger"): each.content for each in exported}


def test_every_format_says_whose_the_story_is_in_its_own_way(files: dict[str, bytes]) -> None:
    """Catalogues look only there. (EXP-24.1)"""
    texts = {
        name: each.decode()
        for name, each in files.items()
        if not name.endswith((".epub", ".pdf", ".zip"))
    }
    assert '<meta name="author" content="Ann &amp; Co">' in texts[".html"]
    assert '<meta property="og:description" content="A drowned city.">' in texts[".html"]
    assert '"imprint": "Maps by Ben\\nCC BY-SA 4.0\\n2026-11-23"' in texts[".html"]
    for name in (".twee", ".harlowe.twee", ".chapbook.twee", ".snowman.twee"):
        [author] = [each for each in twee_passages(texts[name]) if each.name == "StoryAuthor"]
        assert author.text == "Ann &#38; Co\nMaps by Ben\nCC BY-SA 4.0\n2026-11-23"
        opening = "Ann &#38; Co<br>Maps by Ben<br>CC BY-SA 4.0<br>2026-11-23<br><strong>"
        assert (opening in texts[name]) is (name != ".twee")
    assert "# author: Ann \\& Co\n" in texts[".ink"]
    assert "# licence: CC BY-SA 4.0\n" in texts[".ink"]
    assert b"*author Ann & Co\n" in files[".choicescript.zip"]
    assert b"\nMaps by Ben\n\nCC BY-SA 4.0\n" in files[".choicescript.zip"]
    assert json.loads(texts[".json"])["publication"] == {
        "author": "Ann & Co",
        "credits": "Maps by Ben",
        "licence": "CC BY-SA 4.0",
        "description": "A drowned city.",
        "date": "2026-11-23",
    }
    assert "Ann \\& Co\n\n> The tide" in texts[".md"]
    page = texts["-gamebook.html"]
    assert page.index("Ann &amp; Co</p>") < page.index("Maps by Ben") < page.index("CC BY-SA")


def test_every_format_tells_what_to_be_warned_of(files: dict[str, bytes]) -> None:
    """Readers must see the content notes before the story, whatever format they use."""
    for name, content in files.items():
        # A PDF stores letters as glyph numbers of its font.
        assert name.endswith(".pdf") or b"drowning" in content, name


def test_a_catalogue_finds_author_terms_and_cover_of_the_epub(files: dict[str, bytes]) -> None:
    """Bookshops and libraries take these data from the package file of the EPUB."""
    with zipfile.ZipFile(BytesIO(files[".epub"])) as book:
        package = book.read("EPUB/package.opf").decode()
        assert book.read("EPUB/picture.png") == PIXEL
        assert 'src="picture.png"' in book.read("EPUB/picture.xhtml").decode()
    for each in (
        "<dc:creator>Ann &amp; Co</dc:creator>",
        "<dc:contributor>Maps by Ben</dc:contributor>",
        "<dc:rights>CC BY-SA 4.0</dc:rights>",
        "<dc:date>2026-11-23</dc:date>",
        "<dc:description>A drowned city.</dc:description>",
        'href="picture.png" media-type="image/png" properties="cover-image"',
    ):
        assert each in package


def test_pages_show_the_cover_and_allow_it_alone(files: dict[str, bytes]) -> None:
    """No other image may be loaded. (EXP-24.1)"""
    for name in (".html", "-gamebook.html"):
        page = files[name].decode()
        assert COVER.data_url in page
        assert "img-src data:" in page
    bare = {each.name: each.content for each in HtmlExporter().export(small_edition())}
    assert all(b"img-src" not in content for content in bare.values())
