"""PDF, by PDFium: the text of each page, with its headings where the outline names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.words import paragraph, tidy
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents.archive import damaged, encrypted
from questfoundry.infra.documents.extra import extra_packages
from questfoundry.infra.documents.headings import is_titled
from questfoundry.infra.documents.limits import check_text, parsed_book

_HYPHEN = "\ufffe"
"""What PDFium gives for a hyphen that only broke a line."""


class PdfBookParser(BookParser):
    """Reads ``pdf``; pages count from 1, as viewers show them."""

    @property
    def format(self) -> str:
        """``pdf``."""
        return "pdf"

    def parse(self, file: BookFile) -> ParsedBook:
        """The book; ``InputError`` where it is damaged, encrypted or far too large."""
        with extra_packages(file):
            from pypdfium2 import PdfDocument, PdfiumError  # type: ignore[import-untyped]
        try:
            document = PdfDocument(file.content)
        except PdfiumError as problem:
            if "password" in str(problem).lower():
                raise encrypted(file) from problem
            raise damaged(file, problem) from problem
        try:
            about = document.get_metadata_dict()
            return parsed_book(
                file,
                tuple(_pieces(file, document)),
                title=tidy(about.get("Title", "")),
                author=tidy(about.get("Author", "")),
            )
        except PdfiumError as problem:
            raise damaged(file, problem) from problem
        finally:
            document.close()


def _pieces(file: BookFile, document: Any) -> Iterator[Piece]:
    outline = _outline(document)
    characters = 0
    for number in range(len(document)):
        yield PageBreak()
        page = document[number]
        text_page = page.get_textpage()
        text = text_page.get_text_range()
        text_page.close()
        page.close()
        characters += len(text)
        check_text(file, characters)
        yield from _paragraphs(text, outline.get(number, frozenset()))


def _paragraphs(text: str, titles: frozenset[str]) -> Iterator[Piece]:
    """The lines of a page run together, but for headings: PDF knows no paragraphs."""
    lines: list[str] = []
    for line in text.replace(f"{_HYPHEN}\r\n", "").splitlines():
        words = tidy(line)
        if words.casefold() in titles or is_titled(words):
            yield from _joined(lines)
            lines = []
            if heading := paragraph(words, heading=True):
                yield heading
        else:
            lines.append(line)
    yield from _joined(lines)


def _joined(lines: Sequence[str]) -> Iterator[Piece]:
    if found := paragraph(" ".join(lines)):
        yield found


def _outline(document: Any) -> dict[int, frozenset[str]]:
    """The titles of the outline, by the index of the page that they lead to."""
    titles: dict[int, frozenset[str]] = {}
    for bookmark in document.get_toc():
        place = bookmark.get_dest()
        index = place.get_index() if place else None
        if index is not None:
            title = tidy(bookmark.get_title()).casefold()
            titles[index] = titles.get(index, frozenset()) | {title}
    return titles
