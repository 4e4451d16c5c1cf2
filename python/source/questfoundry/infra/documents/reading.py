"""Parse a book file into JSON values; this code runs in a child process with limits."""

from collections.abc import Callable, Mapping
from typing import Any

from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.infra.documents.archive import damage_error
from questfoundry.infra.documents.docx import read_docx
from questfoundry.infra.documents.epub import read_epub
from questfoundry.infra.documents.pdf import read_pdf
from questfoundry.infra.documents.plain_text import read_plain_text
from questfoundry.infra.documents.web_page import read_html, read_markdown

READERS: Mapping[str, Callable[[BookFile], ParsedBook]] = {
    "txt": read_plain_text,
    "md": read_markdown,
    "html": read_html,
    "epub": read_epub,
    "docx": read_docx,
    "pdf": read_pdf,
}
"""The reader of each format; readers raise ``InputError``, or any error for hostile files."""


def read(content: bytes, *, source: str, name: str, kind: str) -> dict[str, Any]:
    """Return the book as JSON values; raise ``InputError`` if it cannot be read."""
    file = BookFile(source=source, name=name, format=kind, content=content)
    try:
        book = READERS[kind](file)
    except (QuestFoundryError, MemoryError):
        raise
    except Exception as problem:
        raise damage_error(file, f"{type(problem).__name__}: {problem}") from problem
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
