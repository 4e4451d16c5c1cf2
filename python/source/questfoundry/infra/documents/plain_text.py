"""Read plain text: empty lines separate paragraphs, and form feeds separate pages."""

import re
from collections.abc import Iterator

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import tidy, to_paragraph
from questfoundry.infra.documents.decoding import decode_text
from questfoundry.infra.documents.headings import is_heading
from questfoundry.infra.documents.limits import build_book, check_text

_FIELD_SEARCH_LENGTH = 5_000


def read_plain_text(file: BookFile) -> ParsedBook:
    """Return the book in a text, with title and author from lines such as ``Title: ...``."""
    text = decode_text(file)
    check_text(file, len(text))
    begin = text[:_FIELD_SEARCH_LENGTH]
    return build_book(
        file,
        tuple(_pieces(text)),
        title=_find_field("Title", begin),
        author=_find_field("Author", begin),
    )


def _pieces(text: str) -> Iterator[Piece]:
    for number, page in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\f")):
        if number:
            yield PageBreak()
        for block in _blocks(page):
            heading = len(block) == 1 and is_heading(tidy(block[0]))
            if found := to_paragraph(" ".join(block), heading=heading):
                yield found


def _blocks(page: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in page.split("\n"):
        if line.strip():
            lines.append(line)
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _find_field(name: str, text: str) -> str:
    found = re.search(rf"^{name}: *(\S.*)$", text, re.MULTILINE)
    return tidy(found[1]) if found else ""
