"""Convert an author's documents to Markdown: text, Word, RTF, OPML and Scrivener projects.

The items of a Scrivener project become headings, as do OPML items with sub-items.
"""

import asyncio
import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.infra.documents.limits import (
    LARGEST_FILE,
    Archive,
    extra_packages,
    read_guarded,
    read_in_child,
    xml_root,
)
from questfoundry.infra.documents.plain_text import decode_text
from questfoundry.infra.own_files import read_file

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".rtf", ".opml", ".scriv")
"""The suffixes of documents (files, and folders of Scrivener) that can be converted to Markdown."""


async def read_material_text(path: Path) -> str:
    """Return the document at ``path`` as Markdown.

    Raise ``InputError`` if its format is not supported or it contains no text.
    """
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


SCRIVENER = ".scriv"  # the suffix of a Scrivener project folder
_CONVERT = "questfoundry.infra.documents.outliners:convert"
_BINDER = "binder.scrivx"
_TEXTS = (("Files/Data", "synopsis.txt"), ("Files/Data", "content.rtf"))
_OLD_TEXTS = ("Files/Docs/{}_synopsis.txt", "Files/Docs/{}.rtf")
_ID = re.compile(r"[0-9A-Za-z-]{1,64}")
_DEEPEST_HEADING = 6
_MARKUP = re.compile(r"<[^<>]*>")
_MARKDOWN = re.compile(r"^(?=#{1,6}\s)", re.MULTILINE)


async def outline_text(file: BookFile) -> str:
    """Return the outline in ``file`` as Markdown, converted in a child process with limits.

    Raise ``InputError`` if the outline cannot be read.
    """
    text: str = await read_in_child(_CONVERT, file)
    return text


def scrivener_file(folder: Path) -> BookFile:
    """Return the Scrivener project in ``folder``, packed into one ZIP file.

    Raise ``InputError`` if there is not exactly one binder (the outline), and ``StoreError`` if a
    file is a link to a place outside the folder.
    """
    binders = sorted(folder.glob("*.scrivx"))
    if len(binders) != 1:
        raise InputError(
            f"{str(folder)!r} contains no .scrivx file, so it is not a project of Scrivener 2 or "
            "later. Export it from Scrivener as RTF or OPML."
        )
    packed, remaining = io.BytesIO(), LARGEST_FILE
    with ZipFile(packed, "w") as archive:
        for path in (*binders, *_text_files(folder)):
            content = read_file(path, within=folder, max_bytes=remaining) or b""
            remaining -= len(content)
            name = _BINDER if path in binders else path.relative_to(folder).as_posix()
            archive.writestr(name, content)
    return BookFile(
        source=str(folder.resolve()), name=folder.name, format="scriv", content=packed.getvalue()
    )


def _text_files(folder: Path) -> Iterator[Path]:
    found = (*folder.glob("Files/Data/*/*"), *folder.glob("Files/Docs/*"))
    return (each for each in sorted(found) if each.suffix in {".rtf", ".txt"})


def convert(content: bytes, *, source: str, name: str, kind: str) -> str:
    """Return the outline in ``content`` as Markdown; this function runs in the child process.

    Raise ``InputError`` if the outline cannot be read.
    """
    file = BookFile(source=source, name=name, format=kind, content=content)
    return read_guarded(file, _CONVERTERS)


def _convert_opml(file: BookFile) -> str:
    return "".join(_opml_lines(xml_root(file, file.content).find("{*}body"), 1))


def _opml_lines(holder: Any, level: int) -> Iterator[str]:
    for node in () if holder is None else holder.iterfind("{*}outline"):
        text, note = (
            _attribute_text(node.get("text") or node.get("title")),
            _attribute_text(node.get("_note")),
        )
        if len(node) and level <= _DEEPEST_HEADING:
            yield f"\n{'#' * level} {text}\n\n"
            yield f"{note}\n\n" if note else ""
        else:
            suffix = f"{':' * (text[-1:].isalnum())} {note}" if note else ""
            yield f"{'  ' * max(0, level - _DEEPEST_HEADING - 1)}- {text}{suffix}\n"
        yield from _opml_lines(node, level + 1)


def _attribute_text(value: str | None) -> str:
    from html import unescape

    return " ".join(unescape(_MARKUP.sub("", value or "")).split())


def _convert_scrivener(file: BookFile) -> str:
    archive = Archive(file)
    root = xml_root(file, archive.read(_BINDER))
    templates = {each.text for each in root.iterfind(".//{*}TemplateFolderUUID")}
    return "".join(_binder_lines(file, archive, root.find("{*}Binder"), 1, templates))


def _binder_lines(
    file: BookFile, archive: Archive, holder: Any, level: int, templates: set[str | None]
) -> Iterator[str]:
    for item in () if holder is None else holder.iterfind("{*}BinderItem"):
        identifier = item.get("UUID") or item.get("ID") or ""
        if item.get("Type") == "TrashFolder" or identifier in templates:
            continue
        children = "".join(
            _binder_lines(file, archive, item.find("{*}Children"), level + 1, templates)
        )
        texts = "".join(f"{each}\n\n" for each in _texts_of(file, archive, identifier) if each)
        if children or texts:
            title = " ".join((item.findtext("{*}Title") or "").split())
            yield f"{'#' * min(level, _DEEPEST_HEADING)} {title}\n\n" if title else ""
            yield texts + children


def _texts_of(file: BookFile, archive: Archive, identifier: str) -> Iterator[str]:
    if not _ID.fullmatch(identifier):
        return
    names = (
        *(f"{folder}/{identifier}/{name}" for folder, name in _TEXTS),
        *(each.format(identifier) for each in _OLD_TEXTS),
    )
    for name in names:
        if name in archive.names:
            yield _plain_text(file, archive.read(name))


def _plain_text(file: BookFile, content: bytes) -> str:
    if content.lstrip().startswith(b"{\\rtf"):
        with extra_packages(file):
            from striprtf.striprtf import rtf_to_text
        latin = content.decode("latin-1")
        text: str = rtf_to_text(latin, errors="replace")  # type: ignore[no-untyped-call]
        # RTF writes characters above U+FFFF as surrogate pairs.
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    else:
        text = decode_text(
            BookFile(source=file.source, name=file.name, format="txt", content=content)
        )
    lines = (line.strip() for line in text.splitlines())
    return _MARKDOWN.sub("\\\\", "\n\n".join(filter(None, lines)))


_CONVERTERS: Mapping[str, Callable[[BookFile], str]] = {
    "opml": _convert_opml,
    "rtf": lambda file: _plain_text(file, file.content),
    "scriv": _convert_scrivener,
}
