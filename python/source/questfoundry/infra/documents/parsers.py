"""Provide one book parser for each format; the parsers run in a child process with limits."""

import asyncio
from collections.abc import Mapping
from typing import Any

from questfoundry.domain.library.book import BookFile, Page, Paragraph, ParsedBook
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.bounded import Bounds, TooMuchError, run_in_child
from questfoundry.infra.documents.archive import damage_error

_FORMATS = ("txt", "md", "html", "epub", "docx", "pdf")
_READ = "questfoundry.infra.documents.reading:read"


class BoundedBookParser(BookParser):
    """A parser for one book format; it runs in a child process with limited memory and time."""

    def __init__(self, kind: str, *, bounds: Bounds | None = None) -> None:
        self.format = kind
        self._bounds = bounds or Bounds()

    async def parse(self, file: BookFile) -> ParsedBook:
        """Return the book; raise ``InputError`` if it is unreadable or exceeds the limits."""
        try:
            found = await run_in_child(
                _READ,
                file.content,
                self._bounds,
                source=file.source,
                name=file.name,
                kind=self.format,
            )
        except TooMuchError as problem:
            raise damage_error(file, "reading it takes too much memory or time") from problem
        return await asyncio.to_thread(_book, found)


def _book(found: Mapping[str, Any]) -> ParsedBook:
    pages = (
        Page(number, tuple(Paragraph(*each) for each in paragraphs))
        for number, paragraphs in found["pages"]
    )
    return ParsedBook(**{**found, "pages": tuple(pages)})


def book_parsers() -> Mapping[str, BookParser]:
    """Return a book parser for each format; the keys are format names such as ``epub``."""
    return {each: BoundedBookParser(each) for each in _FORMATS}
