"""Tests of the exported file of the HTML player."""

import json
import re
import zipfile
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from importlib.resources import files
from io import BytesIO
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from questfoundry.domain.story.beat import pause_id
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.prose import ProseParagraph
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.html import SCRIPTS, HtmlExporter, ItchExporter
from questfoundry.infra.export.text import clean_text, one_line, paragraphs
from questfoundry.testing import StoryExporterContract
from tests.strategies.hostile import EVERYTHING, dressed, editions
from tests.support.editions import small_edition
from tests.support.examples import examples
from tests.support.stat_story import stat_edition

PARTS = files("questfoundry.infra.export.html")
WORDS: dict[str, dict[str, str]] = json.loads(PARTS.joinpath("phrases.json").read_text("utf-8"))
PAUSES = {language: words.pop("to_be_continued") for language, words in WORDS.items()}
OF_STATS = {
    language: {key: words.pop(key) for key in ("known", "nothing_known", "numbers")}
    for language, words in WORDS.items()
}


class Parsed(HTMLParser):
    """The elements of a page with their attributes, and the text inside some of them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, str] = {}
        self._open = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        self._open = str(found.get("id") or found.get("type") or tag)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        self.inside[self._open] = self.inside.get(self._open, "") + data

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.elements]

    def attributes(self, name: str, **known: str) -> dict[str, str | None]:
        """Return the attributes of the first element with the given name and attributes."""
        return next(
            found
            for each, found in self.elements
            if each == name and known.items() <= found.items()
        )

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.inside["edition"])
        return found


def exported(edition: Edition) -> str:
    [made] = HtmlExporter().export(edition)
    return made.content.decode()


def test_the_same_edition_gives_one_file_with_the_same_bytes() -> None:
    """Version control must show no false change."""
    [made] = HtmlExporter().export(small_edition())
    assert made.name == "the-drowned-ledger.html"
    assert HtmlExporter().export(small_edition()) == (made,)
    assert HtmlExporter().format == "html"


def test_the_policy_allows_the_script_and_the_style_of_the_page_only() -> None:
    """Text must not run code. (PLY-1.2)"""
    page = exported(small_edition())
    parsed = Parsed(page)
    policy = parsed.attributes("meta", **{"http-equiv": "Content-Security-Policy"})["content"]
    assert policy == (
        f"default-src 'none'; script-src {hashed(parsed.inside['module'])}; "
        f"style-src {hashed(parsed.inside['style'])}; base-uri 'none'; form-action 'none'"
    )
    asked = {"src", "srcset", "style", "action", "formaction"}
    assert not any(asked & set(found) for _, found in parsed.elements)
    assert [found["href"] for _, found in parsed.elements if "href" in found] == ["#story"]
    assert not any(key.startswith("on") for _, found in parsed.elements for key in found)


def hashed(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def spans_data(part: ProseParagraph, edition: Edition) -> list[dict[str, object]]:
    spans = () if part.is_scene_break else edition.spans_of(part.text)
    marks = [{"strong": each.strong, "address": each.address} for each in spans]
    used = [{name: value for name, value in each.items() if value} for each in marks]
    return [
        {"text": span.text, "emphasized": span.emphasized, **more}
        for span, more in zip(spans, used, strict=True)
    ]


@examples(40)
@given(editions())
def test_text_is_data_in_the_page_and_never_markup(edition: Edition) -> None:
    """Story text that becomes markup could run as a script on the reader's computer."""
    parsed = Parsed(exported(edition))
    assert parsed.names == Parsed(exported(dressed(small_edition(), "x"))).names
    assert not set(parsed.inside["edition"]) & set("<>&\u2028\u2029")
    story = parsed.data["story"]
    assert (story["title"], story["hook"]) == (one_line(edition.title), clean_text(edition.hook))
    assert story["notes"] == clean_text(edition.vision.content_notes)
    assert story["endings"] == [
        {"id": each.id, "name": one_line(each.name)} for each in edition.endings
    ]
    assert story["passages"] == [
        {
            "id": each.id,
            "chapter": one_line(edition.chapters.get(each.id, "")),
            "title": one_line(each.title),
            "ending": each.ending,
            "paragraphs": [
                {"flag": part.flag, "spans": spans_data(part, edition)}
                for part in paragraphs(edition, each.id)
            ],
        }
        for each in edition.structure.passages
    ]
    assert [Choice(**each) for each in story["choices"]] == [
        evolve(each, takes="", label=one_line(each.label), closed=one_line(each.closed))
        for each in edition.structure.choices
    ]


def test_the_page_says_which_work_it_is() -> None:
    """Archives and libraries of interactive fiction identify a work by its title and IFID."""
    edition = evolve(small_edition(), title="Below & <b>beyond</b>\x01\n")
    parsed = Parsed(exported(edition))
    assert parsed.inside["title"] == "Below & <b>beyond</b>"
    assert parsed.attributes("meta", property="ifiction:ifid")["content"] == edition.ifid


@pytest.mark.parametrize(
    ("language", "direction", "spoken"),
    [
        ("en", "ltr", "en"),
        ("de-CH", "ltr", "de"),
        ("FR", "ltr", "fr"),
        ("es-419", "ltr", "es"),
        ("nl", "ltr", "en"),
        ("ar", "rtl", "en"),
    ],
)
def test_page_and_player_have_their_languages(language: str, direction: str, spoken: str) -> None:
    """Screen readers choose the voice by the language of the page and of its controls."""
    parsed = Parsed(exported(evolve(small_edition(), language=language)))
    assert parsed.attributes("html") == {"lang": language, "dir": direction}
    nav = parsed.attributes("nav")
    assert (nav["lang"], nav["dir"], nav["aria-label"]) == (spoken, "ltr", WORDS[spoken]["menu"])
    assert parsed.data["words"] == WORDS[spoken]


def test_a_story_with_stats_has_a_list_of_all_that_one_knows() -> None:
    """A button named "Clues" would not lead players to the stats. (PLY-12.1)"""
    parsed = Parsed(exported(evolve(stat_edition(), language="de")))
    words = OF_STATS["de"]
    assert parsed.data["words"]["clues"] == words["known"]
    assert parsed.data["words"]["no_clues"] == words["nothing_known"]
    assert ("input", {"type": "checkbox", "name": "numbers"}) in parsed.elements
    assert words["numbers"] in exported(evolve(stat_edition(), language="de"))
    numbers = evolve(stat_edition(), publication=Publication(show_numbers=True))
    assert Parsed(exported(numbers)).data["story"]["numbers"] is True
    plain = Parsed(exported(small_edition()))
    assert not {"stats", "numbers"} & plain.data["story"].keys()


def test_the_player_has_the_same_words_in_every_language_and_uses_each() -> None:
    """A missing translation would show an empty button in one language."""
    page, *scripts = (PARTS.joinpath(name).read_text("utf-8") for name in ("page.html", *SCRIPTS))
    script = "".join(scripts)
    used = {*re.findall(r"\$(\w+)", page), *re.findall(r"words\.(\w+)", script)}
    filled = {"language", "direction", "policy", "ifid", "title", "style", "ui", "edition", "about"}
    filled |= {"numbers_row"}
    for words in WORDS.values():
        assert set(words) == used - filled - {"script"}
    for key in WORDS["en"]:
        names = {tuple(sorted(re.findall(r"\{\w+\}", words[key]))) for words in WORDS.values()}
        assert len(names) == 1


@pytest.mark.parametrize("language", WORDS)
def test_a_story_that_pauses_does_not_say_that_it_is_the_end(language: str) -> None:
    """Readers of an unfinished story should learn that more chapters follow."""
    edition = evolve(small_edition(), language=language)
    pauses = tuple(evolve(each, id=pause_id("chapter::1")) for each in edition.endings)
    (page,) = HtmlExporter().export(evolve(edition, endings=pauses))
    assert f'"the_end": "{PAUSES[language]}"' in page.content.decode()


class TestItchExporter(StoryExporterContract):
    exporter = ItchExporter()


def test_the_archive_holds_the_page_at_its_root_and_nothing_else() -> None:
    """itch.io only plays an archive with `index.html` at its root. (EXP-25.1)"""
    edition = dressed(small_edition(), EVERYTHING)
    [file], [page] = ItchExporter().export(edition), HtmlExporter().export(edition)
    with zipfile.ZipFile(BytesIO(file.content)) as archive:
        [entry] = archive.infolist()
        assert archive.testzip() is None
        assert archive.read(entry) == page.content
    assert (entry.filename, entry.date_time) == ("index.html", (1980, 1, 1, 0, 0, 0))
    assert file.name.endswith("-itch.zip")
