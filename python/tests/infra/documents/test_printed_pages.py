"""Ten books in which each citation must name the page as it is printed."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from questfoundry.domain.library.book import Chunk, Excerpt, ParsedBook
from questfoundry.domain.library.citations import build_excerpts, find_citations
from questfoundry.infra.documents.chunker import SentenceChunker
from questfoundry.infra.documents.epub import read_epub
from questfoundry.infra.documents.pdf.reader import read_pdf
from tests.support import printed_books
from tests.support.book_files import epub_files, file, zipped
from tests.support.printed_books import EPUBS, PDFS, Printed

Make = Callable[[], Printed]


@cache
def _read(make: Make) -> ParsedBook:
    content, _ = make()
    if make in PDFS:
        return read_pdf(file(content, "the-harbour.pdf"))
    return read_epub(file(content, "the-harbour.epub"))


def _chunks(make: Make) -> Sequence[Chunk]:
    return list(SentenceChunker().chunks("book::b", _read(make).pages))


def _text(make: Make) -> str:
    return "\n".join(each.text for page in _read(make).pages for each in page.paragraphs)


def _excerpt_with(make: Make, word: str) -> Excerpt:
    (found, *_) = (chunk for chunk in _chunks(make) if word in chunk.text)
    (excerpt,) = build_excerpts([found], 5_000)
    return excerpt


@pytest.mark.parametrize("make", [*PDFS, *EPUBS])
def test_each_sentence_is_on_the_page_that_is_printed_on_it(make: Make) -> None:
    """A reader opens the cited page of the printed book, and must find the sentence. (LIB-1.2)"""
    _, printed = make()
    labels = {
        word: page.label or str(page.number)
        for page in _read(make).pages
        for word in printed
        if any(word in each.text for each in page.paragraphs)
    }
    assert labels == printed


@pytest.mark.parametrize("make", [*PDFS, *EPUBS])
def test_a_citation_of_the_printed_page_is_supported_and_no_other(make: Make) -> None:
    """The check of citations must use the same numbers as the labels that the model sees."""
    _, printed = make()
    for word, label in printed.items():
        excerpt = _excerpt_with(make, word)
        (cited,) = find_citations(f"So it is (p. {label}).", [excerpt])
        assert (cited.page_names, cited.supported) == (label, True), excerpt.label
        (beyond,) = find_citations("So it is (p. 199).", [excerpt])
        assert not beyond.supported


@pytest.mark.parametrize("make", [*PDFS, *EPUBS])
def test_an_excerpt_names_at_most_two_pages(make: Make) -> None:
    """A citation of ten short pages would name no page at all."""
    for chunk in _chunks(make):
        names = {page.label or str(page.number) for page in _read(make).pages}
        first, last = chunk.first_printed, chunk.last_printed
        assert {first, last} <= names
        assert 0 <= chunk.last_page - chunk.first_page <= 1


def test_running_heads_and_page_numbers_are_no_text() -> None:
    """A head within a sentence breaks it, and is found by every search for the title."""
    text = _text(printed_books.folio_pdf)

    assert "DROWNED BELL" not in text
    assert "The Keeper" not in text
    assert not any(
        each.isdigit() for each in text.replace("Chapter 1", "").replace("Chapter 2", "")
    )
    headings = [
        each.text
        for page in _read(printed_books.folio_pdf).pages
        for each in page.paragraphs
        if each.heading
    ]
    assert headings == ["Chapter 1", "Chapter 2"]


def test_columns_are_read_one_after_the_other() -> None:
    """Read row by row, two columns become sentences that are not in the book."""
    text = _text(printed_books.column_pdf)

    for at, word in enumerate(printed_books.words(6)):
        assert all(each in text for each in printed_books.prose(word, at))
    assert text.count("A Study of the Tides and of the Lamps, in Part") == 3


def test_pages_of_a_scan_are_named() -> None:
    """Nine pages that no search finds must not be missing without a word."""
    book = _read(printed_books.scanned_pdf)

    assert (book.last_page, book.unread.count, book.unread.pages) == (12, 6, "3-8")
    assert "Digitized" not in _text(printed_books.scanned_pdf)


def test_divided_words_are_whole_and_note_marks_are_gone() -> None:
    """A divided word is not found, and a note's number joined to a word makes another word."""
    text = _text(printed_books.noted_pdf)

    assert text.count("Here stood the well-known light of the sea, an extraordinary sight;") == 6
    assert text.count("then he remembered") == text.count("the storm.") == 6


def test_marks_of_notes_and_readings_of_ruby_are_no_text() -> None:
    """A search for the word must find it, whatever is printed above it."""
    text = _text(printed_books.noted_epub)

    assert text.count("The 港町 slept. It covers 9 m2 of") == 7
    assert "boats.The" not in text
    assert "みなと" not in text


def test_a_placeholder_is_no_title() -> None:
    """Ten books named "untitled" look alike in a list."""
    assert {_read(make).title for make in PDFS} == {"", "The Tide Journal"}
    assert {_read(make).author for make in PDFS} == {""}


def test_a_page_break_without_a_label_has_the_number_in_its_id() -> None:
    """Some EPUBs name a page only in the id of its break, and have no page list. (LIB-1.2)"""
    mark = '<span epub:type="pagebreak" id="{}"/>'
    body = f"{mark.format('page_iv')}<p>A.</p>{mark.format('page_1')}<p>B.</p>"
    book = read_epub(file(zipped(epub_files([body])), "b.epub"))

    assert [page.label or page.number for page in book.pages] == ["iv", 1]


def test_the_page_numbers_of_project_gutenberg_are_pages_and_no_text() -> None:
    """These files mark pages by a class alone, and print the number within the sentence."""
    marked = '<p>One <span class="pagenum"><a id="Page_{0}">[Pg {0}]</a></span> of {0}.</p>'
    body = "".join(marked.format(label) for label in ("vi", "1", "2"))
    book = read_epub(file(zipped(epub_files([body])), "b.epub"))

    found = {page.label or str(page.number): page.paragraphs[0].text for page in book.pages}
    assert found == {"front": "One", "vi": "of vi.", "1": "of 1.", "2": "of 2."}
