"""Read PDF files with PDFium: the text of each page, with headings from the outline.

PDFium is C++ code, and a hostile file can crash it or fill the memory. So it must run only in a
child process with limits.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.text import PageBreak, Piece, tidy, to_paragraph
from questfoundry.infra.documents import limits
from questfoundry.infra.documents.limits import (
    build_book,
    damage_error,
    encryption_error,
    extra_packages,
)
from questfoundry.infra.documents.plain_text import is_titled

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
        pieces += (PageBreak(), *_paragraphs(text, outline.get(index, frozenset())))
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


def _paragraphs(text: str, titles: Collection[str]) -> Iterator[Piece]:
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
