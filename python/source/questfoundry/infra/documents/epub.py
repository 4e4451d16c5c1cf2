"""Read EPUB 2 and 3: the texts in reading order, and the printed page numbers if there are any."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from attrs import evolve, frozen

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.text import Piece, tidy
from questfoundry.infra.documents.limits import (
    Archive,
    build_book,
    check_text,
    damage_error,
    encryption_error,
    xml_root,
)
from questfoundry.infra.documents.plain_text import decode_text
from questfoundry.infra.markup import markup_text, page_number

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_DOCUMENTS = frozenset(("application/xhtml+xml", "text/html"))
_NCX = "application/x-dtbncx+xml"
_TYPE = "{http://www.idpf.org/2007/ops}type"


def read_epub(file: BookFile) -> ParsedBook:
    """Return the book in an EPUB file.

    Raise ``InputError`` if the file is damaged, encrypted or too large.
    """
    archive = Archive(file)
    package = _package(file, archive)
    pieces: list[Piece] = []
    characters = 0
    for name in package.documents:
        document = evolve(file, name=f"{file.name}/{name}", content=archive.read(name))
        markup = decode_text(document)
        characters += len(markup)
        check_text(file, characters)
        pieces += markup_text(markup, page_marks=package.page_marks.get(name)).pieces
    return build_book(
        file, pieces, title=package.title, author=package.author, language=package.language
    )


@frozen(kw_only=True)
class _Package:
    title: str
    author: str
    language: str
    documents: tuple[str, ...]
    page_marks: Mapping[str, Mapping[str, str]]


@frozen(kw_only=True)
class _Item:
    name: str
    media_type: str
    properties: frozenset[str]


def _package(file: BookFile, archive: Archive) -> _Package:
    place = _package_name(file, archive)
    root = xml_root(file, archive.read(place))
    items = dict(_items(root, place))
    spine = [items[ref] for ref in _attribute_values(root, "itemref", "idref") if ref in items]
    documents = tuple(
        item.name
        for item in spine
        if item.media_type in _DOCUMENTS and "nav" not in item.properties
    )
    if _ENCRYPTION in archive.names:
        hidden = _attribute_values(
            xml_root(file, archive.read(_ENCRYPTION)), "CipherReference", "URI"
        )
        if set(documents).intersection(map(unquote, hidden)):
            raise encryption_error(file)
    marks: dict[str, dict[str, str]] = {}
    for item in items.values():
        for target, label in _page_list(file, archive, item):
            document, _, mark = _resolve_reference(target, item.name).partition("#")
            marks.setdefault(document, {})[mark] = label
    return _Package(
        title=_metadata_text(root, "title"),
        author=_metadata_text(root, "creator"),
        language=_metadata_text(root, "language"),
        documents=documents,
        page_marks=marks,
    )


def _package_name(file: BookFile, archive: Archive) -> str:
    names = _attribute_values(xml_root(file, archive.read(_CONTAINER)), "rootfile", "full-path")
    name = next(names, "")
    if not name:
        raise damage_error(file, f"{_CONTAINER} names no package document")
    return name


def _items(root: Any, place: str) -> Iterator[tuple[str, _Item]]:
    for item in root.iterfind(".//{*}item"):
        yield (
            item.get("id", ""),
            _Item(
                name=_resolve_reference(item.get("href", ""), place),
                media_type=item.get("media-type", ""),
                properties=frozenset(item.get("properties", "").split()),
            ),
        )


def _page_list(file: BookFile, archive: Archive, item: _Item) -> Iterator[tuple[str, str]]:
    if "nav" in item.properties and item.name in archive.names:
        for nav in xml_root(file, archive.read(item.name), recover=True).iterfind(".//{*}nav"):
            if nav.get(_TYPE) == "page-list":
                for link in nav.iterfind(".//{*}a"):
                    yield link.get("href", ""), page_number("".join(link.itertext()))
    elif item.media_type == _NCX and item.name in archive.names:
        ncx = xml_root(file, archive.read(item.name), recover=True)
        for target in ncx.iterfind(".//{*}pageTarget"):
            label = "".join(target.itertext())
            for content in target.iterfind("{*}content"):
                yield content.get("src", ""), page_number(label)


def _resolve_reference(target: str, place: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), unquote(target)))


def _attribute_values(root: Any, element: str, attribute: str) -> Iterator[str]:
    return (found.get(attribute, "") for found in root.iterfind(f".//{{*}}{element}"))


def _metadata_text(root: Any, name: str) -> str:
    found = root.find(f".//{{http://purl.org/dc/elements/1.1/}}{name}")
    return "" if found is None else tidy("".join(found.itertext()))
