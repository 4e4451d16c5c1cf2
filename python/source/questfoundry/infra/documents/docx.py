"""Word documents: paragraphs and tables in order, pages where Word last broke them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.words import paragraph, tidy
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents.archive import Archive, damaged
from questfoundry.infra.documents.extra import extra_packages
from questfoundry.infra.documents.limits import parsed_book

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table, _Cell
    from docx.text.paragraph import Paragraph as DocxParagraph
    from docx.text.run import Run

_HEADINGS = ("heading", "title")


class DocxBookParser(BookParser):
    """Reads ``docx``."""

    @property
    def format(self) -> str:
        """``docx``."""
        return "docx"

    def parse(self, file: BookFile) -> ParsedBook:
        """The book; ``InputError`` where it is damaged, encrypted or far too large."""
        archive = Archive(file)
        for name in archive.names:  # python-docx unpacks all of it, without a bound
            archive.read(name)
        document = _opened(file)
        about = document.core_properties
        return parsed_book(
            file,
            tuple(_pieces(document.iter_inner_content())),
            title=tidy(about.title or ""),
            author=tidy(about.author or ""),
            language=tidy(about.language or ""),
        )


def _opened(file: BookFile) -> Document:
    with extra_packages(file):
        import docx
        from docx.opc.exceptions import OpcError
        from lxml.etree import LxmlError  # type: ignore[import-untyped]
    try:
        return docx.Document(BytesIO(file.content))
    except (OpcError, LxmlError, KeyError, ValueError, AttributeError) as problem:
        raise damaged(file, problem) from problem


def _pieces(blocks: Iterable[DocxParagraph | Table]) -> Iterator[Piece]:
    for block in blocks:
        if hasattr(block, "rows"):
            for row in block.rows:
                yield from _row(row.cells)
        else:
            yield from _paragraph(block)


def _row(cells: Iterable[_Cell]) -> Iterator[Paragraph]:
    seen: dict[object, str] = {cell._tc: cell.text for cell in cells}  # noqa: SLF001 - cells that are joined come once
    if found := paragraph(" ".join(seen.values())):
        yield found


def _paragraph(block: DocxParagraph) -> Iterator[Piece]:
    style = ((block.style and block.style.name) or "").lower()
    heading = style.startswith(_HEADINGS)
    words: list[str] = []
    for run in _runs(block):
        for part in run.iter_inner_content():
            if isinstance(part, str):
                words.append(part)
            elif type(part).__name__ == "RenderedPageBreak":
                if found := paragraph("".join(words), heading=heading):
                    yield found
                words.clear()
                yield PageBreak()
    if found := paragraph("".join(words), heading=heading):
        yield found


def _runs(block: DocxParagraph) -> Iterator[Run]:
    for part in block.iter_inner_content():
        if hasattr(part, "runs"):
            yield from part.runs
        else:
            yield part
