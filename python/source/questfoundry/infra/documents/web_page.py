"""Read books from HTML and Markdown files; Markdown is converted to HTML first."""

from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.infra.documents.decoding import decode_text
from questfoundry.infra.documents.extra import extra_packages
from questfoundry.infra.documents.limits import build_book, check_text
from questfoundry.infra.markup import markup_text


def read_html(file: BookFile) -> ParsedBook:
    """Return the book in an HTML file; raise ``InputError`` if it is not text or too long."""
    text = decode_text(file)
    check_text(file, len(text))
    return _book(file, text)


def read_markdown(file: BookFile) -> ParsedBook:
    """Return the book in a CommonMark file, which may contain tables and inline HTML."""
    text = decode_text(file)
    check_text(file, len(text))
    with extra_packages(file):
        from markdown_it import MarkdownIt
    return _book(file, MarkdownIt("commonmark").enable("table").render(text))


def _book(file: BookFile, markup: str) -> ParsedBook:
    found = markup_text(markup)
    headings = (
        piece.text for piece in found.pieces if isinstance(piece, Paragraph) and piece.heading
    )
    return build_book(
        file,
        found.pieces,
        title=found.title or next(headings, ""),
        author=found.author,
        language=found.language,
    )
