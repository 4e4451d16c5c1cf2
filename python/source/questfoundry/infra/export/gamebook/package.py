"""The package document of an EPUB: what the book is, and in which order its files are read."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from questfoundry.infra.export.gamebook.markup import document, element
from questfoundry.infra.export.gamebook.sections import Gamebook
from questfoundry.infra.export.shared import direction

MODIFIED = "2000-01-01T00:00:00Z"
"""EPUB asks for a date of change. This one is the same for every book: with a real one the
same edition would give other bytes each time, and what a book is made of is in its manifest."""

_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_PACKAGE = "http://www.idpf.org/2007/opf"
_XHTML = "application/xhtml+xml"
_ACCESSIBILITY = (
    ("schema:accessMode", "textual"),
    ("schema:accessModeSufficient", "textual"),
    ("schema:accessibilityFeature", "displayTransformability"),
    ("schema:accessibilityFeature", "readingOrder"),
    ("schema:accessibilityFeature", "structuralNavigation"),
    ("schema:accessibilityFeature", "tableOfContents"),
    ("schema:accessibilityHazard", "none"),
)


@frozen(kw_only=True)
class Page:
    """A file that is read, by its name in the folder of the package document."""

    id: str
    name: str
    markup: str


def package(book: Gamebook, pages: Sequence[Page]) -> str:
    """The package document; the pages are read in their order."""
    metadata = [
        element("dc:identifier", {"id": "ifid"}, f"urn:uuid:{book.ifid.lower()}"),
        element("dc:title", {}, book.title),
        element("dc:language", {}, book.language),
        element("meta", {"property": "dcterms:modified"}, MODIFIED),
        *(element("meta", {"property": name}, value) for name, value in _ACCESSIBILITY),
    ]
    if book.hook:
        metadata.append(element("dc:description", {}, book.hook))
    items = [
        _item("nav", "nav.xhtml", _XHTML, {"properties": "nav"}),
        _item("style", "book.css", "text/css", {}),
        *(_item(page.id, page.name, _XHTML, {}) for page in pages),
    ]
    direction_of_pages = {"page-progression-direction": direction(book.language)}
    return document(
        element(
            "package",
            {
                "xmlns": _PACKAGE,
                "version": "3.0",
                "unique-identifier": "ifid",
                "xml:lang": book.language,
            },
            element("metadata", {"xmlns:dc": _DUBLIN_CORE}, *metadata),
            element("manifest", {}, *items),
            element(
                "spine",
                direction_of_pages,
                *(element("itemref", {"idref": page.id}) for page in pages),
            ),
        )
    )


def container() -> str:
    """The file that says where the package document is."""
    place = {"full-path": "EPUB/package.opf", "media-type": "application/oebps-package+xml"}
    return document(
        element(
            "container",
            {"version": "1.0", "xmlns": "urn:oasis:names:tc:opendocument:xmlns:container"},
            element("rootfiles", {}, element("rootfile", place)),
        )
    )


def _item(identifier: str, name: str, kind: str, more: dict[str, str]) -> Element:
    return element("item", {"id": identifier, "href": name, "media-type": kind, **more})
