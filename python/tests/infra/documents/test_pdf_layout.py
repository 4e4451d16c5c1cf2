"""The order in which the text of a PDF page is read, and what is left out of it."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.pdfmetrics import registerFont

from questfoundry.domain.library.book import ParsedBook
from questfoundry.infra.documents.pdf.reader import read_pdf
from tests.support.book_files import file
from tests.support.printed_books import PdfMaker

_ROWS = range(14)


def _read(*draw: Callable[[PdfMaker], object]) -> ParsedBook:
    maker = PdfMaker()
    for each in draw:
        each(maker)
        maker.end_page()
    return read_pdf(file(maker.content(), "book.pdf"))


def _text(draw: Callable[[PdfMaker], object]) -> str:
    return " ".join(each.text for page in _read(draw).pages for each in page.paragraphs)


def _are_in_order(text: str, *parts: str) -> bool:
    places = [text.index(part) for part in parts]
    return all(one < after for one, after in pairwise(places))


def test_three_columns_are_read_from_left_to_right() -> None:
    """A newspaper's column must not continue in its neighbour's line."""

    def draw(maker: PdfMaker) -> None:
        for row in _ROWS:
            for column in range(3):
                maker.put(f"col{column} row{row}. of our text", 30 + column * 125, 550 - row * 11)

    text = _text(draw)
    assert _are_in_order(text, *(f"col{column} row{row}." for column in range(3) for row in _ROWS))


def test_a_title_over_two_columns_is_read_before_them() -> None:
    """A title within the text belongs between the parts above and below it."""

    def draw(maker: PdfMaker) -> None:
        for part in range(2):
            top = 560 - part * 250
            maker.put(f"Title {part} over the whole of the page and of both columns", 50, top)
            for row in range(10):
                maker.put(f"left{part}{row}. is a line of our text", 50, top - 20 - row * 12)
                maker.put(f"right{part}{row}. is a line of our text", 225, top - 20 - row * 12)

    text = _text(draw)
    for part in range(2):
        lines = [f"{side}{part}{row}." for side in ("left", "right") for row in range(10)]
        assert _are_in_order(text, f"Title {part}", *lines)


def test_a_table_of_contents_is_read_row_by_row() -> None:
    """A title must stay with its page number, although a gap divides them."""

    def draw(maker: PdfMaker) -> None:
        for row in _ROWS:
            maker.put(f"Of the storm number {row}, and after", 40, 550 - row * 14)
            maker.put(str(row * 7 + 100), 360, 550 - row * 14)

    assert "Of the storm number 3, and after 121 Of the storm number 4, and after 128" in _text(
        draw
    )


def test_text_in_one_column_keeps_its_order() -> None:
    """Verses with indents, and words with wide spaces, are no columns."""

    def draw(maker: PdfMaker) -> None:
        for row in _ROWS:
            maker.put(f"Verse {row} of", 40 if row % 2 else 140, 550 - row * 14)
            maker.put("the poem.", 220, 550 - row * 14)

    assert " ".join(f"Verse {row} of the poem." for row in _ROWS) == _text(draw)


def test_the_readings_of_japanese_words_are_left_out() -> None:
    """Small letters above a word would be read as a line of their own."""
    registerFont(UnicodeCIDFont("HeiseiMin-W3"))

    def draw(maker: PdfMaker) -> None:
        for row in range(4):
            maker.canvas.setFont("HeiseiMin-W3", 10)
            maker.canvas.drawString(40, 550 - row * 20, "静かな港町で眠った。")
            maker.canvas.setFont("HeiseiMin-W3", 5)
            maker.canvas.drawString(70, 560.5 - row * 20, "みなと")

    assert _text(draw).replace(" ", "") == "静かな港町で眠った。" * 4


def test_lines_that_repeat_within_the_text_are_text() -> None:
    """A refrain, or a sentence at the top of several pages, is no running head."""

    def draw(maker: PdfMaker) -> None:
        maker.write(["and the sea was wide, and nothing", "else was there to see.", "So he slept."])

    book = _read(draw, draw, draw, draw)
    assert [page.paragraphs[0].text for page in book.pages] == [
        "and the sea was wide, and nothing else was there to see. So he slept."
    ] * 4


@pytest.mark.parametrize("frame", ["{}", "- {} -", "[{}]", "Page {}", "Page {} of 30", "{}/30"])
def test_one_number_on_each_page_of_a_short_book_is_enough(frame: str) -> None:
    """A book of four pages has printed numbers, too, and its poems keep their numbers."""

    def page(number: int) -> Callable[[PdfMaker], object]:
        def draw(maker: PdfMaker) -> None:
            maker.write([f"Sonnet {number * 3}", "The sea is wide, and 99 men", "went down in it."])
            maker.put(frame.format(number), 200, 40)

        return draw

    book = _read(*map(page, range(20, 24)))
    assert [page.number for page in book.pages] == [20, 21, 22, 23]
    assert book.pages[0].paragraphs[0].text == (
        "Sonnet 60 The sea is wide, and 99 men went down in it."
    )


def test_a_running_head_with_a_chapter_and_a_page_number_is_left_out() -> None:
    """Manuals print "Chapter 2: The Tide" and the page number on each page but the first."""
    names = ("One", "Two", "Three", "Four", "Five")

    def page(number: int) -> Callable[[PdfMaker], object]:
        def draw(maker: PdfMaker) -> None:
            if number > 20:
                maker.put("Chapter 2: The Tide", 50, 560)
                maker.put(str(number), 360, 560)
            maker.write(
                [f"{['One', 'Two', 'Three', 'Four', 'Five'][number - 20]} is here.", "Yes."]
            )

        return draw

    book = _read(*map(page, range(20, 25)))
    assert [page.number for page in book.pages] == [20, 21, 22, 23, 24]
    assert [page.paragraphs[0].text for page in book.pages] == [
        f"{each} is here. Yes." for each in names
    ]


def test_the_heading_of_a_chapter_is_kept_where_the_running_head_repeats_it() -> None:
    """Without its heading, a chapter has no entry in the book's contents."""

    def page(head: str, line: str) -> Callable[[PdfMaker], object]:
        def draw(maker: PdfMaker) -> None:
            maker.put(head, 50, 560)
            maker.write([f"The {line} is wide, and the men", "went down to the water."])

        return draw

    heads = ["Chapter 1"] * 4 + ["Chapter 2"] * 3
    names = ("sea", "bay", "sound", "river", "lake", "pond", "marsh")
    book = _read(*(page(head, name) for head, name in zip(heads, names, strict=True)))
    texts = [[each.text for each in page.paragraphs] for page in book.pages]
    assert [len(each) for each in texts] == [2, 1, 1, 1, 2, 1, 1]
    assert (texts[0][0], texts[4][0]) == ("Chapter 1", "Chapter 2")


def test_a_row_of_dashes_at_the_edge_is_read() -> None:
    """Ornaments are neither words nor numbers."""

    def draw(maker: PdfMaker) -> None:
        maker.put("- - -", 200, 560)
        maker.write(["The sea is wide.", "So he slept.", "And woke."])
        maker.put("\u2013", 200, 40)

    assert "The sea is wide. So he slept. And woke." in _text(draw)
