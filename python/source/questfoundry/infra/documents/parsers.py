"""Provide one book parser for each format; the parsers run in a child process with limits."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from questfoundry.domain.library.book import BookFile, Page, Paragraph, ParsedBook
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.bounded import Bounds
from questfoundry.infra.documents.docx import read_docx
from questfoundry.infra.documents.epub import read_epub
from questfoundry.infra.documents.limits import read_guarded, read_in_child
from questfoundry.infra.documents.pdf import read_pdf
from questfoundry.infra.documents.plain_text import read_html, read_markdown, read_plain_text

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
