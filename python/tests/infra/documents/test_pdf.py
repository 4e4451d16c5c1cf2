from contextlib import suppress
from io import BytesIO

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import Page, Paragraph, ParsedBook
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.pdf.reader import read_pdf
from tests.support.book_files import file


def _pdf(*pages: list[str], outline: str = "", password: str = "") -> bytes:
    made = BytesIO()
    canvas = Canvas(made, encrypt=StandardEncryption(password) if password else None)
    canvas.setTitle("The Sea")
    canvas.setAuthor("Ann")
    for lines in pages:
        if outline in lines:
            canvas.bookmarkPage("here")
            canvas.addOutlineEntry(outline, "here")
        text = canvas.beginText(50, 800)
        text.textLines(lines)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def _read(content: bytes) -> ParsedBook:
    return read_pdf(file(content, "book.pdf"))


def test_each_page_has_its_text_and_headings_come_from_the_outline() -> None:
    """Page numbers and headings of a PDF are what citations refer to."""
    book = _read(
        _pdf(
            ["Chapter 1", "It is wide", "and deep."],
            [],
            ["It is blue.", "The Storm", "It came."],
            outline="The Storm",
        )
    )

    assert (book.title, book.author, book.made_pages) == ("The Sea", "Ann", False)
    assert book.pages == (
        Page(1, (Paragraph("Chapter 1", True), Paragraph("It is wide and deep."))),
        Page(3, (Paragraph("It is blue."), Paragraph("The Storm", True), Paragraph("It came."))),
    )


def test_an_encrypted_file_is_refused() -> None:
    """An encrypted PDF needs advice that the author can follow, not a library error."""
    with pytest.raises(InputError, match=r"'book.pdf' is encrypted\. Add a copy"):
        _read(_pdf(["Text."], password="secret"))


_WHOLE = _pdf(["The sea is wide."] * 30)


@pytest.mark.parametrize("content", [b"%PDF-1.7", b"%PDF-1.7\n" + bytes(500), b"no pdf at all"])
def test_a_damaged_file_is_refused(content: bytes) -> None:
    """A damaged PDF must be refused with its name and advice instead of a PDFium error code."""
    with pytest.raises(
        InputError, match=r"'book.pdf' is damaged or not PDF: .*[^.]\. Get a new copy"
    ):
        _read(content)


@pytest.mark.parametrize("at", range(0, len(_WHOLE), len(_WHOLE) // 7))
def test_a_file_that_was_cut_or_changed_anywhere_is_read_or_refused(at: int) -> None:
    """PDFium reads damaged files oddly."""
    changed = bytearray(_WHOLE)
    changed[at : at + 12] = b"\xff" * 12
    for content in (_WHOLE[:at], bytes(changed)):
        with suppress(InputError):
            assert all(page.number == 1 for page in _read(content).pages)


def test_more_text_than_a_book_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PDF can hold more text than it seems. (LIB-6.2)"""
    monkeypatch.setattr(limits, "LARGEST_TEXT", 50)

    with pytest.raises(InputError, match="more than 50 characters"):
        _read(_pdf(["The sea is wide."], ["The sea is wide."], ["The sea is wide."] * 9))
