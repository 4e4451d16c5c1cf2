"""Decode text, and read books from plain text, HTML and Markdown."""

import codecs
import re
from collections.abc import Iterator
from itertools import groupby

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import tidy, to_paragraph
from questfoundry.infra.documents.hyphens import LineJoiner
from questfoundry.infra.documents.limits import build_book, check_text, extra_packages
from questfoundry.infra.markup import markup_text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_LENGTH = 100_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_MOST_CONTROL_SHARE = 0.01


def decode_text(file: BookFile) -> str:
    """Return the text of ``file``; raise ``InputError`` if the file is binary."""
    text = _text(file)
    controls = sum(1 for _ in _CONTROL.finditer(text, 0, _SAMPLE_LENGTH))
    if controls > _MOST_CONTROL_SHARE * min(len(text), _SAMPLE_LENGTH):
        raise InputError(
            f"{file.name!r} is not text. Books are read from plain text, Markdown, HTML, EPUB, "
            "Word (docx) and PDF."
        )
    return text


def _text(file: BookFile) -> str:
    for mark, encoding in _MARKS:
        if file.content.startswith(mark):
            return file.content.decode(encoding, errors="replace")
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        return file.content.decode(_guess_encoding(file), errors="replace")


def _guess_encoding(file: BookFile) -> str:
    if b"\0" in file.content[:_SAMPLE_LENGTH]:
        return "latin-1"  # not text, or not in an encoding that can be guessed
    with extra_packages(file):
        from charset_normalizer import from_bytes
    best = from_bytes(file.content[:_SAMPLE_LENGTH]).best()
    return best.encoding if best else "latin-1"


_FIELD_SEARCH_LENGTH = 5_000


def read_plain_text(file: BookFile) -> ParsedBook:
    """Return the book in a plain text, with title and author from lines such as ``Title: ...``."""
    text = decode_text(file)
    check_text(file, len(text))
    begin = text[:_FIELD_SEARCH_LENGTH]
    return build_book(
        file,
        tuple(_pieces(text)),
        title=_find_field("Title", begin),
        author=_find_field("Author", begin),
    )


def _pieces(text: str) -> Iterator[Piece]:
    whole = text.replace("\r\n", "\n").replace("\r", "\n")
    joiner = LineJoiner(whole.split("\n"))
    for number, page in enumerate(whole.split("\f")):
        if number:
            yield PageBreak()
        for is_filled, lines in groupby(page.split("\n"), key=lambda line: bool(line.strip())):
            block = list(lines) if is_filled else []
            heading = len(block) == 1 and is_heading(tidy(block[0]))
            if found := to_paragraph(joiner.join(block), heading=heading):
                yield found


def _find_field(name: str, text: str) -> str:
    found = re.search(rf"^{name}: *(\S.*)$", text, re.MULTILINE)
    return tidy(found[1]) if found else ""


_NUMBER = r"""
(?:\d{1,4}|[ivxlcdm]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve
|(?:the\ )?(?:first|second|third|fourth|fifth|last))
"""
_NUMBERED = r"""
(?:act|book|canto|chapter|letter|part|scene|section|volume
|akt|buch|kapitel|teil|acte|chapitre|livre|partie|cap[ií]tulo|libro|parte|capitolo|hoofdstuk|deel)
"""
_STANDALONE = r"(?:afterword|appendix|epilogue|foreword|introduction|preface|prologue|contents)"
_TITLED = re.compile(
    rf"(?:{_NUMBERED}\ {_NUMBER}|{_STANDALONE})(?:[.:]?$|[.:\u2013\u2014-]|\ [\u2013\u2014-])",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST = 100
_LONGEST_CAPITALS = 60


def is_titled(line: str) -> bool:
    """Return whether ``line`` names a part of a book, such as ``Chapter 5: The Ship``."""
    return len(line) <= _LONGEST and bool(_TITLED.match(line))


def is_heading(line: str) -> bool:
    """Return whether ``line``, a whole paragraph, names a part of a book or is in capitals."""
    shouted = (
        line.isupper()
        and len(line) <= _LONGEST_CAPITALS
        and sum(map(str.isalpha, line)) >= 4
        and line[-1] not in ',;!?"”'
    )
    return shouted or is_titled(line)


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
