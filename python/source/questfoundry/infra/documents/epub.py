"""Read EPUB 2 and 3: the texts in reading order, and the printed page numbers if there are any."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from attrs import evolve, frozen

from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import Piece, find_label
from questfoundry.domain.library.text import tidy
from questfoundry.infra.documents.limits import (
    Archive,
    build_book,
    check_text,
    damage_error,
    encryption_error,
    xml_root,
)
from questfoundry.infra.documents.plain_text import decode_text
from questfoundry.infra.markup import MarkupText, markup_text

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_DOCUMENTS = frozenset(("application/xhtml+xml", "text/html"))
_SUFFIXES = (".htm", ".html", ".xhtml")
_IMAGE = re.compile(r"<(?:\w+:)?(?:img|image|svg|object|picture)\b", re.IGNORECASE)
_NCX = "application/x-dtbncx+xml"
_TYPE = "{http://www.idpf.org/2007/ops}type"


def read_epub(file: BookFile) -> ParsedBook:
    """Return the book in an EPUB file.

    Raise ``InputError`` if the file is damaged, encrypted or too large.
    """
    archive = Archive(file)
    package = _package(file, archive)
    pieces: list[Piece] = []
    unread = [*package.unread, *(set(package.documents) - archive.names)]
    characters = 0
    readable = [name for name in package.documents if name in archive.names]
    # Without any of its documents, the file is damaged; reading one of them says so.
    for name in readable or package.documents:
        document = evolve(file, name=f"{file.name}/{name}", content=archive.read(name))
        markup = decode_text(document)
        characters += len(markup)
        check_text(file, characters)
        found = markup_text(markup, page_marks=package.page_marks.get(name))
        pieces += found.pieces
        if not found.is_complete or (
            name != package.documents[0] and _has_only_images(found, markup)
        ):
            unread.append(name)
    return build_book(
        file,
        pieces,
        title=package.title,
        author=package.author,
        language=package.language,
        unread_chapters=unread,
    )


def _has_only_images(found: MarkupText, markup: str) -> bool:
    has_text = any(isinstance(piece, Paragraph) for piece in found.pieces)
    return not has_text and bool(_IMAGE.search(markup))


@frozen(kw_only=True)
class _Package:
    title: str
    author: str
    language: str
    documents: tuple[str, ...]
    unread: tuple[str, ...]
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
    refs = tuple(_attribute_values(root, "itemref", "idref"))
    spine = [items[ref] for ref in refs if ref in items and "nav" not in items[ref].properties]
    documents = tuple(item.name for item in spine if _is_document(item))
    others = tuple(item.name for item in spine[1:] if not _is_document(item))
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
        unread=(*(ref for ref in refs if ref not in items), *others),
        page_marks=marks,
    )


def _is_document(item: _Item) -> bool:
    """Return whether the item is XHTML by its type or, for a wrong type, by its name."""
    is_named = item.name.lower().endswith(_SUFFIXES) and not item.media_type.startswith("image/")
    return item.media_type in _DOCUMENTS or is_named


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
                    yield link.get("href", ""), find_label("".join(link.itertext()))
    elif item.media_type == _NCX and item.name in archive.names:
        ncx = xml_root(file, archive.read(item.name), recover=True)
        for target in ncx.iterfind(".//{*}pageTarget"):
            label = "".join(target.itertext())
            for content in target.iterfind("{*}content"):
                yield content.get("src", ""), find_label(label)


def _resolve_reference(target: str, place: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), unquote(target)))


def _attribute_values(root: Any, element: str, attribute: str) -> Iterator[str]:
    return (found.get(attribute, "") for found in root.iterfind(f".//{{*}}{element}"))


def _metadata_text(root: Any, name: str) -> str:
    found = root.find(f".//{{http://purl.org/dc/elements/1.1/}}{name}")
    return "" if found is None else tidy("".join(found.itertext()))
