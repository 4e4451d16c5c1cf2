"""Export a gamebook as HTML for print, as EPUB and as PDF."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from xml.etree.ElementTree import tostring

from questfoundry.domain.protocols.exporter import ExportedFile, StoryExporter
from questfoundry.domain.story.edition import Edition
from questfoundry.infra.export.gamebook.book import Gamebook, gamebook_of, read_data_file
from questfoundry.infra.export.gamebook.epub import epub
from questfoundry.infra.export.gamebook.markup import (
    anchor,
    cover,
    element,
    front,
    imprint,
    picture,
    section,
)
from questfoundry.infra.export.text import direction, file_name


class GamebookExporter(StoryExporter):
    """An exporter of the gamebook as HTML for print and as EPUB 3."""

    format = "gamebook"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the HTML file and the EPUB file."""
        book = gamebook_of(edition)
        return (
            ExportedFile(file_name(edition, "-gamebook.html"), _print_page(book)),
            ExportedFile(file_name(edition, ".epub"), epub(book)),
        )


class PdfExporter(StoryExporter):
    """An exporter of the gamebook as PDF, for printing and for reading in a fixed page layout."""

    format = "pdf"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the PDF file; raise ``FormatError`` if the font lacks a letter of the story."""
        from questfoundry.infra.export.gamebook.pdf import pdf

        return (ExportedFile(file_name(edition, ".pdf"), pdf(gamebook_of(edition))),)


def _print_page(book: Gamebook) -> bytes:
    style = read_data_file("print.css")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    pictures = []
    if book.cover:
        policy += "; img-src data:"
        pictures = [picture(book, book.cover.data_url)]
    head = element(
        "head",
        {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        *(
            element("meta", {"name": name, "content": text})
            for name, text in (("author", book.author), ("description", book.description))
            if text
        ),
        element("title", {}, book.title),
        element("style", {}, style),
    )
    main = element(
        "main",
        {},
        *pictures,
        cover(book),
        *imprint(book),
        front(book),
        *(section(one, book.phrases, lambda number: f"#{anchor(number)}") for one in book.sections),
    )
    whole = element(
        "html",
        {"lang": book.language, "dir": direction(book.language)},
        head,
        element("body", {}, main),
    )
    return f"<!DOCTYPE html>\n{tostring(whole, encoding='unicode', method='html')}".encode()
