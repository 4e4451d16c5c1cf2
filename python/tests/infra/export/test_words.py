"""Tests of the interface words that an author translates."""

import re
from typing import Any

import pytest
from attrs import evolve

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.exporter import GamebookExporter
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.twine_formats import HarloweExporter
from questfoundry.infra.export.words import (
    build_template,
    find_untranslated,
    parse_words,
    words_for,
)
from questfoundry.infra.storage.yaml_reading import parse
from tests.support.checkout import ROOT
from tests.support.editions import small_edition

OWN = {
    "page": {"begin": "ابدأ", "content_notes": "تنبيهات </script><b>"},
    "gamebook": {"turn": "اذهب إلى {}"},
}


def spoken(language: str) -> Edition:
    return evolve(small_edition(), language=language, publication=Publication(words=OWN))


def test_page_and_gamebook_speak_the_authors_words() -> None:
    """Missing words must be marked as English. (EXP-27.1)"""
    edition = spoken("ar")
    page = HtmlExporter().export(edition)[0].content.decode()
    assert '"begin": "ابدأ"' in page
    assert '"ui": {"lang": "ar", "dir": "rtl"}' in page
    assert '"back": "Undo"' in page
    assert "تنبيهات \\u003c/script\\u003e\\u003cb\\u003e" in page
    book = GamebookExporter().export(edition)[0].content.decode()
    assert '<span class="turn" lang="ar" dir="rtl">' in book
    assert re.search("اذهب إلى [0-9]+</span>", book)
    twee = HarloweExporter().export(edition)[0].content.decode()
    assert '<div class="opening"><strong>تنبيهات &#60;&#47;script&#62;' in twee


def test_a_word_of_a_language_that_is_spoken_here_replaces_ours_alone() -> None:
    """All others stay. (EXP-27.1)"""
    words = words_for("page", "de-AT", {"page": {"begin": "Los"}})
    assert (words.language, words.texts["begin"]) == ("de", "Los")
    assert words.texts["back"] == "Rückgängig"
    assert words_for("page", "pl", {}).language == "en"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"pages": {}}, "`page:` and `gamebook:`"),
        ({"page": ["begin"]}, "`page`"),
        ({"page": {"start": "x"}}, "`page.start`"),
        ({"page": {"begin": 3}}, "`page.begin`"),
        ({"page": {"begin": " "}}, "`page.begin`"),
        ({"page": {"begin": "{count}"}}, "`page.begin`"),
        ({"page": {"endings_count": "{found}"}}, "`page.endings_count`"),
        ({"gamebook": {"turn": "go"}}, "`gamebook.turn`"),
        ({"gamebook": {"turn": "go {:>99999999}"}}, "`gamebook.turn`"),
        ({"gamebook": {"turn": "go {} {"}}, "`gamebook.turn`"),
    ],
)
def test_words_that_cannot_be_used_are_told_by_their_key(data: Any, key: str) -> None:
    """A misspelt key would otherwise be ignored without any message."""
    with pytest.raises(InputError, match=key):
        parse_words(data)


def test_the_file_to_begin_with_has_all_words_and_can_be_used() -> None:
    """A template that lacks a word would hide this word from translators."""
    text = ROOT.joinpath("docs/reference/words.yaml").read_text("utf-8")
    assert text == build_template()
    own = parse_words(parse(text, "words.yaml").data)
    for part, given in own.items():
        assert words_for(part, "pl", own).texts == given == words_for(part, "en", {}).texts


def test_an_author_is_told_what_is_in_english_for_want_of_words() -> None:
    """Authors should learn before publication which interface words remain English."""
    [finding] = find_untranslated(spoken("ar"))
    assert (finding.rule, finding.place) == ("words.english", "publication.words")
    every = parse_words(parse(build_template(), "words.yaml").data)
    whole = evolve(spoken("ar"), publication=Publication(words=every))
    assert not [*find_untranslated(whole)]
    assert not [*find_untranslated(evolve(small_edition(), language="fr-CA"))]
