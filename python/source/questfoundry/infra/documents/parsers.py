"""All formats that books are read from."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents.docx import DocxBookParser
from questfoundry.infra.documents.epub import EpubBookParser
from questfoundry.infra.documents.pdf import PdfBookParser
from questfoundry.infra.documents.plain_text import PlainTextBookParser
from questfoundry.infra.documents.web_page import HtmlBookParser, MarkdownBookParser


def book_parsers() -> Mapping[str, BookParser]:
    """A parser for each format, by its name."""
    parsers = (
        PlainTextBookParser(),
        MarkdownBookParser(),
        HtmlBookParser(),
        EpubBookParser(),
        DocxBookParser(),
        PdfBookParser(),
    )
    return {parser.format: parser for parser in parsers}
