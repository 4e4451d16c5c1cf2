"""Write the gamebook as an EPUB 3 file whose bytes depend only on the book."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from questfoundry.domain.story.publication import Cover
from questfoundry.infra.export.archive import build_zip
from questfoundry.infra.export.gamebook.book import (
    SECTIONS_A_PART,
    Gamebook,
    NumberedSection,
    part_title,
    read_data_file,
)
from questfoundry.infra.export.gamebook.markup import (
    anchor,
    cover,
    document,
    element,
    front,
    imprint,
    picture,
    section,
)
from questfoundry.infra.export.text import direction
from questfoundry.infra.export.theme_css import book_css

_Sections = tuple[NumberedSection, ...]

_EPUB = "http://www.idpf.org/2007/ops"
_XHTML = "http://www.w3.org/1999/xhtml"
MODIFIED = "2000-01-01T00:00:00Z"
"""The modification date that EPUB requires.

It is the same for every book, so that equal editions give equal bytes.
"""

_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_PACKAGE = "http://www.idpf.org/2007/opf"
_XHTML_TYPE = "application/xhtml+xml"
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
class _Page:
    id: str
    name: str
    markup: str


def epub(book: Gamebook) -> bytes:
    """Return ``book`` as an EPUB file, which is a ZIP archive."""
    parts = _parts(book)
    pages = [
        *_picture_page(book),
        _Page(
            id="cover",
            name="cover.xhtml",
            markup=_page(book, book.title, cover(book), *imprint(book)),
        ),
        _Page(id="front", name="front.xhtml", markup=_page(book, book.phrases.rules, front(book))),
        *(
            _Page(id=f"part-{place}", name=_part_file(part[0].number), markup=_part(book, part))
            for place, part in enumerate(parts, start=1)
        ),
    ]
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _container(),
        "EPUB/package.opf": _package(book, pages),
        "EPUB/nav.xhtml": _page(book, book.phrases.contents, *_navigation(book, parts)),
        "EPUB/book.css": read_data_file("book.css") + book_css(book.theme),
        **({f"EPUB/{_picture_name(book.cover)}": book.cover.content} if book.cover else {}),
        **{f"EPUB/{page.name}": page.markup for page in pages},
    }
    return build_zip(files)


def _picture_name(cover: Cover) -> str:
    return f"picture{cover.suffix}"


def _picture_page(book: Gamebook) -> Sequence[_Page]:
    if book.cover is None:
        return ()
    whole = picture(book, _picture_name(book.cover))
    whole.set("epub:type", "cover")
    return (_Page(id="picture", name="picture.xhtml", markup=_page(book, book.title, whole)),)


def _parts(book: Gamebook) -> list[_Sections]:
    starts = range(0, len(book.sections), SECTIONS_A_PART)
    return [book.sections[start : start + SECTIONS_A_PART] for start in starts]


def _part_title(book: Gamebook, part: _Sections) -> str:
    return part_title(book.phrases, part[0].number, part[-1].number)


def _part_file(number: int) -> str:
    return f"part-{(number - 1) // SECTIONS_A_PART + 1}.xhtml"


def _address(number: int) -> str:
    return f"{_part_file(number)}#{anchor(number)}"


def _part(book: Gamebook, part: _Sections) -> str:
    sections = (section(one, book.phrases, _address) for one in part)
    return _page(book, _part_title(book, part), *sections)


def _navigation(book: Gamebook, parts: list[_Sections]) -> tuple[Element, Element]:
    phrases = book.phrases
    entries = [
        element("li", {}, element("a", {"href": "cover.xhtml"}, book.title)),
        element("li", {}, element("a", {"href": "front.xhtml"}, phrases.rules)),
    ]
    for part in parts:
        numbers = (
            element("li", {}, element("a", {"href": _address(one.number)}, str(one.number)))
            for one in part
        )
        name = element("a", {"href": _part_file(part[0].number)}, _part_title(book, part))
        entries.append(element("li", {}, name, element("ol", {}, *numbers)))
    contents = element(
        "nav",
        {"epub:type": "toc", "role": "doc-toc"},
        element("h1", {}, phrases.contents),
        element("ol", {}, *entries),
    )
    first = element("a", {"epub:type": "bodymatter", "href": _address(1)}, "1")
    landmarks = element(
        "nav", {"epub:type": "landmarks", "hidden": ""}, element("ol", {}, element("li", {}, first))
    )
    return contents, landmarks


def _page(book: Gamebook, title: str, *content: Element) -> str:
    language = {"lang": book.language, "xml:lang": book.language, "dir": direction(book.language)}
    whole = element(
        "html",
        {"xmlns": _XHTML, "xmlns:epub": _EPUB, **language},
        element(
            "head",
            {},
            element("meta", {"charset": "utf-8"}),
            element("title", {}, title),
            element("link", {"rel": "stylesheet", "type": "text/css", "href": "book.css"}),
        ),
        element("body", {}, *content),
    )
    return document(whole)


def _package(book: Gamebook, pages: Sequence[_Page]) -> str:
    metadata = [
        element("dc:identifier", {"id": "ifid"}, f"urn:uuid:{book.ifid.lower()}"),
        element("dc:title", {}, book.title),
        element("dc:language", {}, book.language),
        element("meta", {"property": "dcterms:modified"}, MODIFIED),
        *(element("meta", {"property": name}, value) for name, value in _ACCESSIBILITY),
    ]
    optional_fields = (
        ("dc:creator", book.author),
        ("dc:description", book.description),
        ("dc:contributor", book.credits),
        ("dc:rights", book.licence),
        ("dc:date", book.date),
    )
    metadata += (element(name, {}, text) for name, text in optional_fields if text)
    items = [
        _item("nav", "nav.xhtml", _XHTML_TYPE, {"properties": "nav"}),
        _item("style", "book.css", "text/css", {}),
        *_cover_item(book.cover),
        *(_item(page.id, page.name, _XHTML_TYPE, {}) for page in pages),
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


def _cover_item(cover: Cover | None) -> Sequence[Element]:
    if cover is None:
        return ()
    name = _picture_name(cover)
    return (_item("picture-file", name, cover.media_type, {"properties": "cover-image"}),)


def _container() -> str:
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
