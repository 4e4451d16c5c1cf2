"""Read Word documents: paragraphs, tables, and the page breaks that Word stored in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.text import PageBreak, Piece, tidy, to_paragraph
from questfoundry.infra.documents.limits import Archive, build_book, damage_error, extra_packages

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table
    from docx.text.paragraph import Paragraph as DocxParagraph
    from docx.text.run import Run

_HEADINGS = ("heading", "title")


def read_docx(file: BookFile) -> ParsedBook:
    """Return the book in a Word document.

    Raise ``InputError`` if the document is unreadable or too large.
    """
    archive = Archive(file)
    for (
        name
    ) in archive.names:  # checks the size first: python-docx unpacks everything without a limit
        archive.read(name)
    with extra_packages(file):
        import docx
    try:
        document = docx.Document(BytesIO(file.content))
        pieces = tuple(_pieces(document.iter_inner_content(), _heading_styles(document)))
        about = document.core_properties
        title, author, language = about.title, about.author, about.language
    except MemoryError:
        raise
    # python-docx defines no errors for broken documents, so any exception is possible.
    except Exception as problem:
        raise damage_error(file, problem) from problem
    return build_book(file, pieces, title=tidy(title), author=tidy(author), language=tidy(language))


def _heading_styles(document: Document) -> frozenset[str]:
    return frozenset(
        style.style_id
        for style in document.styles
        if (style.name or "").lower().startswith(_HEADINGS)
    )


def _pieces(
    blocks: Iterable[DocxParagraph | Table], heading_styles: frozenset[str]
) -> Iterator[Piece]:
    from docx.table import Table, _Cell

    for block in blocks:
        if not isinstance(block, Table):
            yield from _paragraph(block, heading_styles)
            continue
        # `Row.cells` repeats a merged cell for each column and row that it spans.
        for row in block._tbl.tr_lst:  # noqa: SLF001
            cells = (_Cell(each, block) for each in row.tc_lst)
            if found := to_paragraph(" ".join(cell.text for cell in cells)):
                yield found


def _paragraph(block: DocxParagraph, heading_styles: frozenset[str]) -> Iterator[Piece]:
    from docx.text.pagebreak import RenderedPageBreak

    # `Paragraph.style` searches all styles for the default each time.
    heading = block._p.style in heading_styles  # noqa: SLF001
    words: list[str] = []
    for run in _runs(block):
        for part in run.iter_inner_content():
            if isinstance(part, str):
                words.append(part)
            elif isinstance(part, RenderedPageBreak):
                if found := to_paragraph("".join(words), heading=heading):
                    yield found
                words.clear()
                yield PageBreak()
    if found := to_paragraph("".join(words), heading=heading):
        yield found


def _runs(block: DocxParagraph) -> Iterator[Run]:
    from docx.text.run import Run

    for part in block.iter_inner_content():
        if isinstance(part, Run):
            yield part
        else:
            yield from part.runs
