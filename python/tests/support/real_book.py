"""A real book of a few hundred pages, as text, EPUB and PDF: Moby-Dick (public domain)."""

import io
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import islice
from pathlib import Path
from textwrap import wrap

from tests.support.book_files import epub, page_mark

REAL_BOOK = Path(__file__).parents[1] / "data" / "moby_dick" / "moby-dick.txt"
TITLE = "Moby-Dick; or, The Whale"
EPUB_PAGE = 1_500
"""The approximate number of characters between two page numbers of the EPUB."""
_PDF_LINES = 40


@cache
def real_epub() -> bytes:
    return epub(list(_marked()), title=TITLE)


@cache
def real_pdf() -> bytes:
    from reportlab.lib.pagesizes import A5
    from reportlab.pdfgen.canvas import Canvas

    made = io.BytesIO()
    canvas = Canvas(made, pagesize=A5)
    canvas.setTitle(TITLE)
    canvas.setAuthor("Herman Melville")
    lines = _lines()
    while page := list(islice(lines, _PDF_LINES)):
        for line in page:
            if line.startswith("CHAPTER "):
                canvas.bookmarkPage(line)
                canvas.addOutlineEntry(line, line)
        text = canvas.beginText(30, A5[1] - 40)
        text.setFont("Times-Roman", 10)
        text.textLines(page)
        canvas.drawText(text)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def _lines() -> Iterator[str]:
    for text in _paragraphs():
        yield from wrap(text, 75)


def _paragraphs() -> Iterator[str]:
    text = REAL_BOOK.read_text(encoding="utf-8")
    return (" ".join(block.split()) for block in text.split("\n\n") if block.strip())


def _marked() -> Iterator[str]:
    body, number, size = page_mark(1), 1, 0
    for text in _paragraphs():
        if text.startswith("CHAPTER ") and size:
            yield body
            body = ""
        size += len(text)
        words, mark = escape(text), ""
        if size // EPUB_PAGE >= number:
            number = size // EPUB_PAGE + 1
            mark = page_mark(number)
        before, _, after = words.partition(". ")
        if text.startswith("CHAPTER "):
            body += f"{mark}<h2>{words}</h2>"
        else:
            body += f"<p>{before}. {mark}{after}</p>" if after else f"<p>{mark}{words}</p>"
    yield body
