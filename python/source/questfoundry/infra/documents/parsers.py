"""Provide one book parser for each format; the parsers run in a child process with limits.

PDFium is C++ code, and a hostile file can crash it or fill the memory. So it must run only in such
a process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from attrs import evolve

from questfoundry.domain.library.book import BookFile, Page, Paragraph, ParsedBook
from questfoundry.domain.library.text import PageBreak, Piece, tidy, to_paragraph
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.bounded import Bounds
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.epub import read_epub
from questfoundry.infra.documents.limits import (
    Archive,
    build_book,
    damage_error,
    encryption_error,
    extra_packages,
    read_guarded,
    read_in_child,
)
from questfoundry.infra.documents.plain_text import (
    is_titled,
    read_html,
    read_markdown,
    read_plain_text,
)

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


_HYPHEN = "\ufffe"  # the character that PDFium returns for a hyphen at a line break


def read_pdf(file: BookFile) -> ParsedBook:
    """Return the book in a PDF file, with pages counted from 1.

    Raise ``InputError`` if the file is unreadable.
    """
    with extra_packages(file):
        from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]
    try:
        document = PdfDocument(file.content)
        about = document.get_metadata_dict()
        outline = _outline_titles(document)
        texts = _page_texts(document, limits.LARGEST_TEXT)
    except PdfiumError as problem:
        if "password" in str(problem).lower():
            raise encryption_error(file) from problem
        raise damage_error(file, problem) from problem
    pieces: list[Piece] = []
    for index, text in enumerate(texts):
        pieces += (PageBreak(), *_split_paragraphs(text, outline.get(index, frozenset())))
    title, author = tidy(about.get("Title", "")), tidy(about.get("Author", ""))
    return build_book(file, pieces, title=title, author=author)


def _page_texts(document: Any, limit: int) -> list[str]:
    texts: list[str] = []
    for page in document:
        texts.append(page.get_textpage().get_text_range())
        limit -= len(texts[-1])
        page.close()
        if limit < 0:
            break
    return texts


def _outline_titles(document: Any) -> dict[int, set[str]]:
    titles: dict[int, set[str]] = {}
    for bookmark in document.get_toc():
        place = bookmark.get_dest()
        if place and (index := place.get_index()) is not None:
            titles.setdefault(index, set()).add(tidy(bookmark.get_title()).casefold())
    return titles


def _split_paragraphs(text: str, titles: Collection[str]) -> Iterator[Piece]:
    lines: list[str] = []
    for line in text.replace(f"{_HYPHEN}\r\n", "").splitlines():
        words = tidy(line)
        if words.casefold() in titles or is_titled(words):
            yield from _join_lines(lines)
            lines = []
            if heading := to_paragraph(words, heading=True):
                yield heading
        else:
            lines.append(line)
    yield from _join_lines(lines)


def _join_lines(lines: Sequence[str]) -> Iterator[Piece]:
    if found := to_paragraph(" ".join(lines)):
        yield found


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
        Page(number, tuple(Paragraph(*each) for each in paragraphs))
        for number, paragraphs in found["pages"]
    )
    return ParsedBook(**{**found, "pages": tuple(pages)})


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


def read(content: bytes, *, source: str, name: str, kind: str) -> dict[str, Any]:
    """Return the book in ``content`` as JSON values; this function runs in the child process.

    Raise ``InputError`` if the book cannot be read.
    """
    file = BookFile(source=source, name=name, format=kind, content=content)
    book = read_guarded(file, READERS)
    return {
        "title": book.title,
        "author": book.author,
        "language": book.language,
        "made_pages": book.made_pages,
        "pages": [
            (page.number, [(each.text, each.heading) for each in page.paragraphs])
            for page in book.pages
        ],
    }
