"""The gamebook as an EPUB 3 whose bytes depend on nothing but the book.

Nothing in the archive is compressed, since compressors differ from machine to machine, and
no date in it tells when it was made.
"""

from __future__ import annotations

import zipfile
from io import BytesIO
from xml.etree.ElementTree import Element

from attrs import frozen

from questfoundry.infra.export.gamebook.markup import (
    anchor,
    cover,
    document,
    element,
    front,
    section,
)
from questfoundry.infra.export.gamebook.package import Page, container, package
from questfoundry.infra.export.gamebook.print_page import stylesheet
from questfoundry.infra.export.gamebook.sections import Gamebook, NumberedSection
from questfoundry.infra.export.shared import direction

SECTIONS_A_FILE = 50
"""Readers load a file whole, so a long book is cut into several."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that a ZIP archive can hold."""

_EPUB = "http://www.idpf.org/2007/ops"
_XHTML = "http://www.w3.org/1999/xhtml"


@frozen(kw_only=True)
class Part:
    """A file of sections that follow one another."""

    name: str
    title: str
    sections: tuple[NumberedSection, ...]


def epub(book: Gamebook) -> bytes:
    """The archive."""
    parts = _parts(book)
    pages = [
        Page(id="cover", name="cover.xhtml", markup=_page(book, book.title, cover(book))),
        Page(id="front", name="front.xhtml", markup=_page(book, book.phrases.rules, front(book))),
        *(
            Page(id=f"part-{place}", name=part.name, markup=_part(book, part))
            for place, part in enumerate(parts, start=1)
        ),
    ]
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container(),
        "EPUB/package.opf": package(book, pages),
        "EPUB/nav.xhtml": _page(book, book.phrases.contents, *_navigation(book, parts)),
        "EPUB/book.css": stylesheet("book.css"),
        **{f"EPUB/{page.name}": page.markup for page in pages},
    }
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            # Else it would be that of the machine.
            entry.create_system = 0
            made.writestr(entry, text.encode())
    return archive.getvalue()


def _parts(book: Gamebook) -> list[Part]:
    made = []
    for start in range(0, len(book.sections), SECTIONS_A_FILE):
        sections = book.sections[start : start + SECTIONS_A_FILE]
        numbers = f"{sections[0].number}\u2013{sections[-1].number}"
        made.append(
            Part(
                name=_part_of(sections[0].number),
                title=book.phrases.sections.format(numbers),
                sections=sections,
            )
        )
    return made


def _part_of(number: int) -> str:
    """The file in which the section with that number stands."""
    return f"part-{(number - 1) // SECTIONS_A_FILE + 1}.xhtml"


def _address(number: int) -> str:
    return f"{_part_of(number)}#{anchor(number)}"


def _part(book: Gamebook, part: Part) -> str:
    sections = (section(one, book.phrases, _address) for one in part.sections)
    return _page(book, part.title, *sections)


def _navigation(book: Gamebook, parts: list[Part]) -> tuple[Element, Element]:
    """The contents, with every number, for who reads on another day; and the landmarks."""
    phrases = book.phrases
    entries = [
        element("li", {}, element("a", {"href": "cover.xhtml"}, book.title)),
        element("li", {}, element("a", {"href": "front.xhtml"}, phrases.rules)),
    ]
    for part in parts:
        numbers = (
            element("li", {}, element("a", {"href": _address(one.number)}, str(one.number)))
            for one in part.sections
        )
        name = element("a", {"href": part.name}, part.title)
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
