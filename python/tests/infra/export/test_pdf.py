"""Tests of the gamebook as PDF, read back by PDFium, which did not write the file."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
import pytest
from attrs import evolve

from questfoundry.domain.errors import FormatError
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.exporter import GamebookExporter, PdfExporter
from questfoundry.testing import StoryExporterContract
from tests.strategies.hostile import MARKUP, dressed
from tests.support.editions import (
    COVER,
    small_edition,
    told,
    with_chapters,
    with_deeds,
    with_inserts,
)
from tests.support.gamebook_reader import HtmlTree
from tests.support.structures import corridor

FULL = with_inserts(with_chapters(with_deeds(small_edition())))
HEAD, FOOT = 45, 45
"""The heights of the headers and footers of pages, in points."""


class TestPdfExporter(StoryExporterContract):
    exporter = PdfExporter()


def exported(edition: Edition) -> bytes:
    [file] = PdfExporter().export(edition)
    return file.content


@contextmanager
def opened(edition: Edition) -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument(exported(edition))
    try:
        yield document
    finally:
        document.close()


def text_of(document: pypdfium2.PdfDocument) -> str:
    """Return the text of all pages between their headers and footers."""
    found = []
    for page in document:
        width, height = page.get_size()
        found.append(page.get_textpage().get_text_bounded(0, FOOT, width, height - HEAD))
    return "".join(found)


def squeezed(text: str) -> str:
    """Remove blanks, which a page has at line ends, and invisible characters."""
    whole = unicodedata.normalize("NFC", text)
    return "".join(
        each for each in whole if each > " " and unicodedata.category(each)[0] not in "ZC"
    )


def printed_text(edition: Edition) -> str:
    """Return the text of the page for print, whose playthroughs other tests check."""
    page = GamebookExporter().export(edition)[0].content.decode()
    [main] = HtmlTree(re.sub("<hr>", "<p>* * *</p>", page)).root.iter("main")
    return "".join(main.itertext())


LINES = "One.\n*Two,*\nthree *or\nfour*.\n\nFive."
ENGLISH = evolve(
    FULL,
    publication=Publication(author="Ann", licence="CC0"),
    prose={**FULL.prose, FULL.structure.start: LINES},
)
HOSTILE = dressed(FULL, " ".join(MARKUP))
HOSTILE = evolve(HOSTILE, publication=evolve(HOSTILE.publication, cover=None))


@pytest.mark.parametrize(
    "edition",
    [ENGLISH, evolve(ENGLISH, language="fr"), HOSTILE],
    ids=["English", "French", "markup"],
)
def test_it_says_what_the_page_for_print_says(edition: Edition) -> None:
    """The PDF and the page for print are one book, in which markup is text."""
    with opened(edition) as document:
        assert squeezed(text_of(document)) == squeezed(printed_text(edition))


def test_its_numbers_lead_to_their_sections_and_stand_in_the_outline() -> None:
    """Readers jump by links. (EXP-28.2)"""
    with opened(told(corridor(60))) as document:
        outline = [(each.level, each.get_title()) for each in document.get_toc(max_depth=3)]
        assert outline[:2] == [(0, "Sections 1\u201350"), (1, "1")]
        assert outline[50:53] == [(1, "50"), (0, "Sections 51\u201360"), (1, "51")]
        assert len(outline) == 62
    content = exported(told(corridor(60)))
    assert content.count(b"/Subtype /Link") == 59


def test_a_page_is_a5_and_says_its_number_and_its_sections() -> None:
    """Readers of print find sections. (EXP-28.2)"""
    edition = evolve(FULL, publication=Publication(cover=COVER))
    with opened(edition) as document:
        width, height = document[0].get_size()
        assert (round(width), round(height)) == (420, 595)
        assert document[0].get_textpage().get_text_range() == ""
        last = document[len(document) - 1].get_textpage()
        assert last.get_text_bounded(0, 0, width, FOOT).strip() == str(len(document))
        head = last.get_text_bounded(0, height - HEAD, width, height).strip()
        assert head.split("\u2013")[-1] == str(len(edition.structure.passages))


def test_a_catalogue_finds_title_author_and_language() -> None:
    """Library programs show the metadata of a PDF."""
    edition = evolve(FULL, language="de", publication=Publication(author="Ann", description="So."))
    with opened(edition) as document:
        told_of = document.get_metadata_dict()
    assert (told_of["Title"], told_of["Author"], told_of["Subject"]) == (FULL.title, "Ann", "So.")
    assert told_of["CreationDate"].startswith("D:2000")
    assert b"/Lang (de)" in exported(edition)
    with opened(FULL) as document:
        assert document.get_metadata_dict()["Author"] == ""


def with_words(words: str) -> Edition:
    return evolve(FULL, prose={**FULL.prose, FULL.structure.start: words})


@pytest.mark.parametrize("letters", ["漢", "שלום", "ไ"])
def test_a_story_in_letters_that_the_fonts_lack_is_refused(letters: str) -> None:
    """A book of squares would be useless, so the export names the letters. (EXP-28.2)"""
    with pytest.raises(FormatError, match=letters[0]):
        PdfExporter().export(with_words(f"{letters} " * 100))


def test_a_few_letters_and_emoji_become_squares_with_a_warning() -> None:
    """One word in another script, or one emoji, must not cost the author the PDF. (EXP-28.2)"""
    edition = with_words("It is a long night 🌊 for 漢. " + "They wait for the tide. " * 50)
    with opened(edition) as document:
        assert "long night □ for □" in text_of(document)
    [loss] = PdfExporter().list_losses(edition)
    assert (loss.rule, loss.place) == ("export.loss", "pdf")
    assert "漢 🌊" in loss.problem


def test_signs_come_from_a_second_font() -> None:
    """Hearts, stars and arrows are common in prose, and the main font lacks them. (EXP-28.2)"""
    words = "I ♥ you ❤️ ★ → ✓ ♪ ☂"
    edition = with_words(words)
    with opened(edition) as document:
        assert words.replace("\ufe0f", "") in text_of(document)
    assert not [*PdfExporter().list_losses(edition)]


def test_letters_of_europe_are_there() -> None:
    """Stories in European languages must not fail because of a missing letter."""
    words = (
        "Straße Œuvre Žluťoučký Łódź Ðað Ελλάδα Съешь Đặng „so“ «là» \u201ax\u2018 … \u2013 — 3 €"
    )
    edition = evolve(FULL, prose={**FULL.prose, FULL.structure.start: words})
    with opened(edition) as document:
        assert squeezed(words) in squeezed(text_of(document))
