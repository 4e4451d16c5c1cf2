from io import BytesIO

import docx
import pytest
from docx.oxml import OxmlElement

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Page, Paragraph, ParsedBook
from questfoundry.infra.documents.parsers import read_docx
from tests.support.book_files import file, zipped


def _read(content: bytes) -> ParsedBook:
    return read_docx(file(content, "book.docx"))


def _document(*, pages: bool) -> bytes:
    document = docx.Document()
    document.core_properties.title = "The Sea"
    document.core_properties.author = "Ann"
    document.add_heading("Chapter 1", 1)
    text = document.add_paragraph("It is ")
    run = text.add_run("wide")
    if pages:
        run._r.append(OxmlElement("w:lastRenderedPageBreak"))
    text.add_run(" and deep.")
    table = document.add_table(1, 4)
    table.cell(0, 0).text, table.cell(0, 1).text = "left", "right"
    table.cell(0, 2).merge(table.cell(0, 3)).text = "wide"
    made = BytesIO()
    document.save(made)
    return made.getvalue()


def test_paragraphs_headings_and_tables_are_read_in_order() -> None:
    """A table or heading out of order would put sentences under the wrong heading."""
    book = _read(_document(pages=False))

    assert (book.title, book.author, book.made_pages) == ("The Sea", "Ann", True)
    assert book.pages[0].paragraphs == (
        Paragraph("Chapter 1", True),
        Paragraph("It is wide and deep."),
        Paragraph("left right wide"),
    )


def test_pages_are_where_word_broke_them() -> None:
    """Citations need the page numbers that readers see in Word."""
    book = _read(_document(pages=True))

    assert not book.made_pages
    assert book.pages == (
        Page(1, (Paragraph("Chapter 1", True), Paragraph("It is wide"))),
        Page(2, (Paragraph("and deep."), Paragraph("left right wide"))),
    )


@pytest.mark.parametrize(
    "content",
    [
        b"PK\3\4 word/document.xml",
        _document(pages=False)[:-40],
        zipped({"word/document.xml": "<x/>"}),
        zipped({"word/document.xml": "<x/>", "[Content_Types].xml": "<Types/>"}),
    ],
)
def test_a_damaged_file_is_refused(content: bytes) -> None:
    """An error of the Word library would otherwise reach the author as a traceback."""
    with pytest.raises(InputError, match=r"(?s)'book.docx' is damaged or not DOCX: "):
        _read(content)


def test_a_bomb_is_refused_before_word_s_reader_sees_it() -> None:
    """Word's reader unpacks everything at once, so the size check must run before it."""
    bomb = zipped({"word/document.xml": "<x/>", "word/media/image.png": bytes(210_000_000)})

    with pytest.raises(InputError, match="larger than 200,000,000 bytes when unpacked"):
        _read(bomb)
