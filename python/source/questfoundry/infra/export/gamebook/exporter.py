"""Export a gamebook as HTML for print, as EPUB 3 and as PDF; equal books give equal bytes."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from xml.etree.ElementTree import Element, tostring

from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter, build_loss
from questfoundry.domain.story.prose_markup import Media
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.markup import (
    SECTIONS_A_PART,
    Gamebook,
    anchor,
    document,
    element,
)
from questfoundry.infra.export.text import book_css, build_zip, direction, file_name, hands_metadata

MODIFIED = "2000-01-01T00:00:00Z"
"""The modification date that EPUB requires; it is the same for every book."""

_EPUB = "http://www.idpf.org/2007/ops"
_XHTML = "http://www.w3.org/1999/xhtml"
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
_SUMMARY = (
    "All content is text, in reading order, with headings, a table of contents and links between "
    "the sections."
)
_SUMMARY_OF_PICTURES = "Every picture has a description."
_CERTIFIER = "QuestFoundry, by automatic checks"
"""The checks are those of docs/accessibility.md: epubcheck, and axe-core on every page."""

_PLAYED = ("audio/mpeg", "audio/mp4")
"""The media types of sounds that every reader of EPUB 3 plays."""

_METADATA = {
    "dc:creator": "author",
    "dc:description": "description",
    "dc:contributor": "credits",
    "dc:rights": "licence",
    "dc:date": "date",
}


class GamebookExporter(StoryExporter):
    """An exporter of the gamebook as HTML for print and as EPUB 3."""

    format = "gamebook"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the HTML file and the EPUB file."""
        page = Gamebook(edition, lambda media: edition.assets[media.name].data_url)
        return (
            ExportedFile(file_name(edition, "-gamebook.html"), _print_page(page)),
            ExportedFile(file_name(edition, ".epub"), epub(Gamebook(edition, _file_of, _PLAYED))),
        )

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning for sounds and for the numbers of stats, which paper cannot have."""
        yield from _list_paper_losses(self.format, edition, _PLAYED)


class PdfExporter(StoryExporter):
    """An exporter of the gamebook as PDF, for printing and for reading in a fixed page layout."""

    format = "pdf"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the PDF file; raise ``FormatError`` if the fonts lack the letters of the story."""
        from questfoundry.infra.export.gamebook.pdf import pdf

        return (ExportedFile(file_name(edition, ".pdf"), pdf(Gamebook(edition))),)

    def list_losses(self, edition: Edition) -> Iterator[Finding]:
        """Yield a warning for characters that the fonts lack, sounds, and numbers of stats."""
        from questfoundry.infra.export.gamebook.pdf import find_missing, quote_letters

        yield from _list_paper_losses(self.format, edition)
        if missing := find_missing(Gamebook(edition)):
            yield build_loss(
                self.format,
                f"The PDF fonts lack {quote_letters(missing)}, so the PDF shows squares instead.",
                "Use other signs, or print the gamebook's HTML page from a browser.",
            )


def _file_of(media: Media) -> str:
    return f"assets/{media.file_name}"


def _list_paper_losses(
    form: str, edition: Edition, plays: Collection[str] = ()
) -> Iterator[Finding]:
    sounds = [each for each in edition.media if each.is_sound]
    if any(edition.assets[each.name].media_type not in plays for each in sounds):
        yield build_loss(
            form,
            "The book has only the descriptions of some sounds.",
            "In an EPUB, readers hear MP3 and M4A; on paper, they hear no sound.",
        )
    spans = (
        span
        for parts in edition.paragraphs.values()
        for each in parts
        for span in edition.spans_of(each.text)
    )
    if found := {edition.stats_by_name[span.stat].name for span in spans if span.stat}:
        names = ", ".join(sorted(found))
        yield build_loss(
            form,
            f"The book shows the names of stats instead of their numbers: {names}.",
            "Leave the numbers out of the prose if the story is for print.",
        )


def _print_page(book: Gamebook) -> bytes:
    style = book.style("print.css")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    pictures = []
    if book.cover_file or book.edition.media:
        policy += "; img-src data:"
    if book.cover_file:
        pictures = [book.picture(book.cover_file.data_url)]
    head = element(
        "head",
        {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        *(
            element("meta", {"name": name, "content": book.about[name]})
            for name in ("author", "description")
            if name in book.about
        ),
        element("title", {}, book.title),
        element("style", {}, style),
    )
    sections = (book.section(one, lambda number: f"#{anchor(number)}") for one in book.sections)
    parts = (*pictures, book.cover(), *book.imprint(), book.front(), *sections)
    whole = element(
        "html",
        {"lang": book.edition.language, "dir": direction(book.edition.language)},
        head,
        element("body", {}, element("main", {}, *parts)),
    )
    return f"<!DOCTYPE html>\n{tostring(whole, encoding='unicode', method='html')}".encode()


def epub(book: Gamebook) -> bytes:
    """Return ``book`` as an EPUB file, which is a ZIP archive."""
    pages: dict[str, str] = {}
    pictures: dict[str, bytes] = {}
    if picture := book.cover_file:
        pictures = {f"EPUB/picture{picture.suffix}": picture.content}
        whole = book.picture(f"picture{picture.suffix}")
        whole.set("epub:type", "cover")
        pages["picture"] = _page(book, book.title, whole)
    pages["cover"] = _page(book, book.title, book.cover(), *book.imprint())
    pages["front"] = _page(book, book.phrases["rules"], book.front())
    for start in range(0, len(book.sections), SECTIONS_A_PART):
        part = book.sections[start : start + SECTIONS_A_PART]
        sections = (book.section(one, _address) for one in part)
        pages[_part_of(start + 1)] = _page(book, book.part_title(start + 1), *sections)
    style = book.style("book.css") + book_css(book.edition.publication.theme)
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _container(),
        "EPUB/package.opf": _package(book, pages),
        "EPUB/nav.xhtml": _page(book, book.phrases["contents"], *_navigation(book)),
        "EPUB/book.css": style,
        **pictures,
        **{
            f"EPUB/{_file_of(each)}": book.edition.assets[each.name].content
            for each in _media(book)
        },
        **{f"EPUB/{name}.xhtml": markup for name, markup in pages.items()},
    }
    return build_zip(files)


def _part_of(number: int) -> str:
    return f"part-{(number - 1) // SECTIONS_A_PART + 1}"


def _address(number: int) -> str:
    return f"{_part_of(number)}.xhtml#{anchor(number)}"


def _entry(address: str, text: str, *more: Element) -> Element:
    return element("li", {}, element("a", {"href": address}, text), *more)


def _navigation(book: Gamebook) -> tuple[Element, Element]:
    entries = [_entry("cover.xhtml", book.title), _entry("front.xhtml", book.phrases["rules"])]
    numbers = range(1, len(book.sections) + 1)
    for first in numbers[::SECTIONS_A_PART]:
        part = numbers[first - 1 : first - 1 + SECTIONS_A_PART]
        sections = element("ol", {}, *(_entry(_address(each), str(each)) for each in part))
        entries.append(_entry(f"{_part_of(first)}.xhtml", book.part_title(first), sections))
    contents = element(
        "nav",
        {"epub:type": "toc", "role": "doc-toc"},
        element("h1", {}, book.phrases["contents"]),
        element("ol", {}, *entries),
    )
    first_link = element("a", {"epub:type": "bodymatter", "href": _address(1)}, "1")
    landmarks = element("ol", {}, element("li", {}, first_link))
    return contents, element("nav", {"epub:type": "landmarks", "hidden": ""}, landmarks)


def _page(book: Gamebook, title: str, *content: Element) -> str:
    tag = book.edition.language
    attributes = {"xmlns": _XHTML, "xmlns:epub": _EPUB, "lang": tag, "xml:lang": tag}
    head = (
        element("meta", {"charset": "utf-8"}),
        element("title", {}, title),
        element("link", {"rel": "stylesheet", "type": "text/css", "href": "book.css"}),
    )
    return document(
        element(
            "html",
            {**attributes, "dir": direction(tag)},
            element("head", {}, *head),
            element("body", {}, *content),
        )
    )


def _package(book: Gamebook, pages: Mapping[str, str]) -> str:
    language = book.edition.language
    metadata = [
        element("dc:identifier", {"id": "ifid"}, f"urn:uuid:{book.edition.ifid.lower()}"),
        element("dc:title", {}, book.title),
        element("dc:language", {}, language),
        element("meta", {"property": "dcterms:modified"}, MODIFIED),
        *(
            element("meta", {"property": name}, value)
            for name, value in (
                *_ACCESSIBILITY,
                *_list_access_modes(book),
                *_describe_conformance(book),
                *hands_metadata(book.edition),
            )
        ),
        *(
            element(tag, {}, book.about[name])
            for tag, name in _METADATA.items()
            if name in book.about
        ),
    ]
    items = [
        _item("nav", "nav.xhtml", _XHTML_TYPE, properties="nav"),
        _item("style", "book.css", "text/css"),
    ]
    if picture := book.cover_file:
        name = f"picture{picture.suffix}"
        items.append(_item("picture-file", name, picture.media_type, properties="cover-image"))
    items += (
        _item(f"asset-{number}", _file_of(each), book.edition.assets[each.name].media_type)
        for number, each in enumerate(_media(book), start=1)
    )
    items += (_item(name, f"{name}.xhtml", _XHTML_TYPE) for name in pages)
    spine = (element("itemref", {"idref": name}) for name in pages)
    attributes = {"xmlns": _PACKAGE, "version": "3.0", "unique-identifier": "ifid"}
    return document(
        element(
            "package",
            {**attributes, "xml:lang": language},
            element("metadata", {"xmlns:dc": _DUBLIN_CORE}, *metadata),
            element("manifest", {}, *items),
            element("spine", {"page-progression-direction": direction(language)}, *spine),
        )
    )


def _media(book: Gamebook) -> list[Media]:
    """Return the pictures and sounds that the EPUB contains."""
    return [
        each
        for each in book.edition.media
        if not each.is_sound or book.edition.assets[each.name].media_type in _PLAYED
    ]


def _list_access_modes(book: Gamebook) -> Iterator[tuple[str, str]]:
    media = _media(book)
    if any(not each.is_sound for each in media):
        yield "schema:accessMode", "visual"
    if any(each.is_sound for each in media):
        yield "schema:accessMode", "auditory"
    if media:
        yield "schema:accessibilityFeature", "alternativeText"


def _describe_conformance(book: Gamebook) -> Iterator[tuple[str, str]]:
    """Yield the metadata of EPUB Accessibility 1.1: a summary, and what the book conforms to.

    A sound needs a transcript, and a picture a description; without them nothing is claimed.
    """
    media = _media(book)
    has_pictures = any(not each.is_sound for each in media)
    summary = f"{_SUMMARY} {_SUMMARY_OF_PICTURES}" if has_pictures else _SUMMARY
    if all(each.alt and not each.is_sound for each in media):
        yield "schema:accessibilitySummary", summary
        yield "dcterms:conformsTo", "EPUB Accessibility 1.1 - WCAG 2.2 Level AA"
        yield "a11y:certifiedBy", _CERTIFIER
    else:
        yield "schema:accessibilitySummary", f"{_SUMMARY} Sounds have no transcript."


def _container() -> str:
    place = {"full-path": "EPUB/package.opf", "media-type": "application/oebps-package+xml"}
    roots = element("rootfiles", {}, element("rootfile", place))
    xmlns = "urn:oasis:names:tc:opendocument:xmlns:container"
    return document(element("container", {"version": "1.0", "xmlns": xmlns}, roots))


def _item(identifier: str, name: str, kind: str, **more: str) -> Element:
    return element("item", {"id": identifier, "href": name, "media-type": kind, **more})
