"""Provide one book parser for each format; the parsers run in a child process with limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve

from questfoundry.domain.library.book import BookFile, Page, Paragraph, ParsedBook, Unread
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import tidy, to_paragraph
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.bounded import Bounds
from questfoundry.infra.documents.epub import read_epub
from questfoundry.infra.documents.limits import (
    Archive,
    build_book,
    damage_error,
    extra_packages,
    read_guarded,
    read_in_child,
)
from questfoundry.infra.documents.pdf.reader import read_pdf
from questfoundry.infra.documents.plain_text import read_html, read_markdown, read_plain_text

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
        pieces = tuple(_read_blocks(document.iter_inner_content(), _heading_styles(document)))
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


def _read_blocks(
    blocks: Iterable[DocxParagraph | Table], heading_styles: frozenset[str]
) -> Iterator[Piece]:
    from docx.table import Table, _Cell

    for block in blocks:
        if not isinstance(block, Table):
            yield from _read_block(block, heading_styles)
            continue
        # `Row.cells` repeats a merged cell for each column and row that it spans.
        for row in block._tbl.tr_lst:  # noqa: SLF001
            cells = (_Cell(each, block) for each in row.tc_lst)
            if found := to_paragraph(" ".join(cell.text for cell in cells)):
                yield found


def _read_block(block: DocxParagraph, heading_styles: frozenset[str]) -> Iterator[Piece]:
    from docx.text.pagebreak import RenderedPageBreak

    # `Paragraph.style` searches all styles for the default each time.
    heading = block._p.style in heading_styles  # noqa: SLF001
    words: list[str] = []
    for run in _runs_of(block):
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


def _runs_of(block: DocxParagraph) -> Iterator[Run]:
    from docx.text.run import Run

    for part in block.iter_inner_content():
        if isinstance(part, Run):
            yield part
        else:
            yield from part.runs


_READ = "questfoundry.infra.documents.parsers:read"


class BoundedBookParser(BookParser):
    """A parser for one book format; it runs in a child process with limited memory and time."""

    def __init__(self, kind: str, *, bounds: Bounds | None = None) -> None:
        self.format = kind
        self._bounds = bounds

    async def parse(self, file: BookFile) -> ParsedBook:
        """Return the book; raise ``InputError`` if it is unreadable or exceeds the limits."""
        found = await read_in_child(_READ, evolve(file, format=self.format), self._bounds)
        return await asyncio.to_thread(_book, found)


def _book(found: Mapping[str, Any]) -> ParsedBook:
    pages = (
        Page(number, tuple(Paragraph(*each) for each in paragraphs), label)
        for number, label, paragraphs in found["pages"]
    )
    unread = Unread(**{**found["unread"], "chapters": tuple(found["unread"]["chapters"])})
    return ParsedBook(**{**found, "pages": tuple(pages), "unread": unread})


def book_parsers() -> Mapping[str, BookParser]:
    """Return a book parser for each format; the keys are format names such as ``epub``."""
    return {each: BoundedBookParser(each) for each in READERS}


READERS: Mapping[str, Callable[[BookFile], ParsedBook]] = {
    "txt": read_plain_text,
    "md": read_markdown,
    "html": read_html,
    "epub": read_epub,
    "docx": read_docx,
    "pdf": read_pdf,
}
"""The reader of each format, by format name; for hostile files a reader may raise any error."""


_PLAIN_FIELDS = ("title", "author", "language", "made_pages", "last_page", "front_pages")


def read(content: bytes, *, source: str, name: str, kind: str) -> dict[str, Any]:
    """Return the book in ``content`` as JSON values; this function runs in the child process.

    Raise ``InputError`` if the book cannot be read.
    """
    file = BookFile(source=source, name=name, format=kind, content=content)
    book = read_guarded(file, READERS)
    return {
        **{name: getattr(book, name) for name in _PLAIN_FIELDS},
        "unread": asdict(book.unread),
        "pages": [
            (page.number, page.label, [(each.text, each.heading) for each in page.paragraphs])
            for page in book.pages
        ],
    }
