"""PDF, by PDFium: the text of each page, with its headings where the outline names them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import paragraph, tidy
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents import limits, pdf_process
from questfoundry.infra.documents.archive import damaged, encrypted
from questfoundry.infra.documents.extra import extra_packages
from questfoundry.infra.documents.headings import is_titled
from questfoundry.infra.documents.limits import parsed_book

_HYPHEN = "\ufffe"
"""What PDFium gives for a hyphen that only broke a line."""

_MOST_MEMORY = 2_000_000_000
_PATIENCE = 300.0


class PdfBookParser(BookParser):
    """Reads ``pdf``; pages count from 1, as viewers show them."""

    format = "pdf"

    def parse(self, file: BookFile) -> ParsedBook:
        """The book; ``InputError`` where it is damaged, encrypted or far too large."""
        found = _read(file)
        outline: dict[int, set[str]] = {}
        for index, title in found["outline"]:
            outline.setdefault(index, set()).add(tidy(title).casefold())
        pieces: list[Piece] = []
        for index, text in enumerate(found["pages"]):
            pieces += (PageBreak(), *_paragraphs(text, outline.get(index, set())))
        return parsed_book(file, pieces, title=tidy(found["title"]), author=tidy(found["author"]))


def _read(file: BookFile) -> dict[str, Any]:
    with extra_packages(file):
        import pypdfium2  # type: ignore[import-untyped]  # noqa: F401
    script = str(Path(pdf_process.__file__))
    bounds = (str(limits.LARGEST_TEXT), str(_MOST_MEMORY))
    try:
        done = subprocess.run(  # noqa: S603 - our own script, without a shell
            [sys.executable, "-P", script, *bounds],
            input=file.content,
            capture_output=True,
            timeout=_PATIENCE,
            check=True,
        )
    except subprocess.SubprocessError as problem:
        raise damaged(file, "reading it takes too much memory or time") from problem
    found: dict[str, Any] = json.loads(done.stdout)
    if "problem" in found:
        if "password" in found["problem"].lower():
            raise encrypted(file)
        raise damaged(file, found["problem"])
    return found


def _paragraphs(text: str, titles: set[str]) -> Iterator[Piece]:
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
