"""Read an author's document as Markdown: plain text, Word, RTF, OPML or Scrivener."""

import asyncio
from pathlib import Path

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import ParsedBook

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".rtf", ".opml", ".scriv")
"""The suffixes of files, and of Scrivener folders, that become an outline."""


async def read_material_text(path: Path) -> str:
    """Return a document as Markdown; raise ``InputError`` for other formats or without text."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"The format of {str(path)!r} is not supported. Use a file that ends in "
            f"{', '.join(SUFFIXES)}."
        )
    text = await _text(path)
    if not text.strip():
        raise InputError(f"{str(path)!r} contains no text. Check that it is the right file.")
    return text


async def _text(path: Path) -> str:
    from questfoundry.infra.documents.book_files import DiskAndWebBookFiles
    from questfoundry.infra.documents.decoding import decode_text
    from questfoundry.infra.documents.outliners import SCRIVENER, outline_text, scrivener_file
    from questfoundry.infra.documents.parsers import BoundedBookParser

    if path.suffix.lower() == SCRIVENER:
        return await outline_text(await asyncio.to_thread(scrivener_file, path))
    file = await DiskAndWebBookFiles().read(str(path))
    if path.suffix.lower() == ".docx":
        return _as_markdown(await BoundedBookParser("docx").parse(file))
    if file.format in {"rtf", "opml"}:
        return await outline_text(file)
    if file.format in {"md", "txt"} and path.suffix.lower() != ".rtf":
        return decode_text(file)
    raise InputError(
        f"{str(path)!r} is not a text file, although its name says so. Save it as text."
    )


def _as_markdown(book: ParsedBook) -> str:
    paragraphs = (each for page in book.pages for each in page.paragraphs)
    return "".join(f"{'## ' * each.heading}{each.text}\n\n" for each in paragraphs)
