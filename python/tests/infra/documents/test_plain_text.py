# ruff: noqa: RUF001 - text in several alphabets is what this is about

import codecs

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Page, Paragraph
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.plain_text import read_plain_text
from tests.support.book_files import file

_GERMAN = "Die Brücke über den Fluß war gefährlich, und die Wölfe heulten in der Nähe. " * 3


def _read(content: bytes | str) -> tuple[Page, ...]:
    return read_plain_text(file(content)).pages


def test_paragraphs_stand_between_empty_lines_and_headings_are_seen() -> None:
    """Line breaks inside a paragraph are layout; kept, they would split sentences."""
    text = "CHAPTER 1. Loomings.\r\n\r\nCall me\r\nIshmael.\r\n \t\r\n\r\nTHE SEA\n\nIt is wide!"

    assert _read(text) == (
        Page(
            1,
            (
                Paragraph("CHAPTER 1. Loomings.", True),
                Paragraph("Call me Ishmael."),
                Paragraph("THE SEA", True),
                Paragraph("It is wide!"),
            ),
        ),
    )


PARTS = ("Chapter 5", "BOOK II: The Return", "Kapitel 3", "Prologue")
PROSE = ("Part of the crew left.", "Book a room.", "I AM HERE!", "He said: NO", "IV", "12")


@pytest.mark.parametrize("line", [*PARTS, *PROSE])
def test_a_line_that_names_a_part_is_a_heading_and_prose_is_none(line: str) -> None:
    """Prose that begins like a heading would otherwise cut a chapter in two."""
    assert _read(f"{line}\n\nText.")[0].paragraphs[0].heading == (line in PARTS)


def test_form_feeds_are_pages() -> None:
    """Plain text has no other page breaks."""
    book = read_plain_text(file("One.\fTwo.\f\fFour.\f"))

    assert book.pages == (
        Page(1, (Paragraph("One."),)),
        Page(2, (Paragraph("Two."),)),
        Page(4, (Paragraph("Four."),)),
    )
    assert not book.made_pages


def test_what_the_beginning_tells_is_believed() -> None:
    """Project Gutenberg texts begin with such lines, so the author need not type the title."""
    book = read_plain_text(file("Title: The Sea\nAuthor:  A. Sailor\n\nText."))

    assert (book.title, book.author) == ("The Sea", "A. Sailor")


@pytest.mark.parametrize(
    "content",
    [
        _GERMAN.encode("utf-8"),
        codecs.BOM_UTF8 + _GERMAN.encode(),
        _GERMAN.encode("utf-16"),
        codecs.BOM_UTF16_BE + _GERMAN.encode("utf-16-be"),
        _GERMAN.encode("utf-32"),
        _GERMAN.encode("cp1252"),
        _GERMAN.encode("latin-1"),
    ],
)
def test_text_is_read_in_the_encoding_that_it_has(content: bytes) -> None:
    """Text with the wrong encoding would put broken letters into every prompt."""
    assert _read(content)[0].paragraphs[0].text == _GERMAN.strip()


def test_text_in_another_encoding_is_guessed() -> None:
    """Old books in legacy encodings carry no mark, so the encoding must be detected."""
    russian = "Все счастливые семьи похожи друг на друга, каждая несчастна по-своему. " * 5

    assert _read(russian.encode("koi8-r"))[0].paragraphs[0].text == russian.strip()


@pytest.mark.parametrize(
    "content",
    [
        bytes(range(256)) * 100,
        b"\x7fELF" + b"\0\1\2" * 500,
        b"\x89PNG\r\n\x1a\n" + bytes(range(200)),
    ],
)
def test_what_is_no_text_is_refused(content: bytes) -> None:
    """A program or an image would otherwise fill the library with noise."""
    with pytest.raises(InputError, match=r"'book.txt' is not text\. Books are read from"):
        _read(content)


def test_controls_and_broken_letters_do_no_harm() -> None:
    """Control characters could manipulate a terminal."""
    text = "The \x1b[2Jsea\x00 is wide. " + "It is deep. " * 100 + "\x07"

    assert _read(text)[0].paragraphs[0].text.startswith("The [2Jsea is wide. It is")
    assert "\ufffd" in _read(b"\xef\xbb\xbfThe \xff\xff sea")[0].paragraphs[0].text


def test_more_text_than_a_book_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text without limit would exhaust the memory of the index. (LIB-6.2)"""
    monkeypatch.setattr(limits, "LARGEST_TEXT", 100)

    assert _read("x" * 100)
    with pytest.raises(
        InputError, match=r"more than 100 characters .* Split it and add the parts\."
    ):
        _read("x" * 101)
