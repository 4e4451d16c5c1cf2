"""Decode text, and read books from plain text, HTML and Markdown."""

import codecs
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile, Paragraph, ParsedBook
from questfoundry.domain.library.paging import PageBreak, Piece
from questfoundry.domain.library.text import tidy, to_paragraph
from questfoundry.infra.documents.limits import build_book, check_text, extra_packages
from questfoundry.infra.markup import markup_text

SOFT_HYPHEN = "\xad"

LINE_HYPHEN = "\x02"
"""The character with which PDFium replaces a hyphen at a line's end."""

_HYPHENS = f"-\u2010{LINE_HYPHEN}{SOFT_HYPHEN}"

_WORD = re.compile("[^\\W\\d_]+(?:[-\u2010'\u2019][^\\W\\d_]+)*")

_HEAD = re.compile(rf"([^\W_]+(?:[-\u2010][^\W_]+)*)[{_HYPHENS}]$")

_TAIL = re.compile(r"[^\W_]+")

_JOINING_WORDS = "and or to und oder et ou y o e en og och"

_CONJUNCTIONS = frozenset(_JOINING_WORDS.split())

_SHORTEST = 3  # shorter words, such as "re", are more often syllables than parts of a compound

_COMMON_WORDS = "the of and to in was that it he with for his her not"

_ENGLISH = frozenset(_COMMON_WORDS.split())

_ENGLISH_SHARE = 0.12
"""The smallest part of an English book's words that are among these fourteen."""


def ends_with_hyphen(line: str) -> bool:
    """Return whether ``line`` ends within a word, with a hyphen after a letter or digit."""
    return bool(_HEAD.search(line[-60:]))


class LineJoiner:
    """A joiner of lines that knows the words of a book, and a dictionary of English.

    A divided word loses its hyphen if the book or the dictionary has it without a hyphen. It keeps
    the hyphen if the book has the compound, or if both parts are words of an English book.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @cached_property
    def _counts(self) -> Counter[str]:
        """The words of the book, with how often they occur; divided words are left out."""
        counts: Counter[str] = Counter()
        for line in self._lines:
            words = _WORD.findall(line.casefold().replace("\u2010", "-"))
            counts.update(words[:-1] if ends_with_hyphen(line) else words)
        return counts

    def join(self, lines: Sequence[str]) -> str:
        """Return ``lines`` as one text, with a space or nothing between two lines."""
        text = ""
        for line in filter(None, (line.strip() for line in lines)):
            text = self._append(text, line) if text else line
        return text.rstrip(LINE_HYPHEN) + ("-" if text.endswith(LINE_HYPHEN) else "")

    def _append(self, text: str, line: str) -> str:
        head, tail = _HEAD.search(text[-60:]), _TAIL.match(line)
        if head is None or tail is None:
            return f"{text} {line}"
        if text.endswith(SOFT_HYPHEN):
            return f"{text[:-1]}{line}"
        return f"{text[:-1]}{self._find_joint(head[1], tail[0])}{line}"

    def _find_joint(self, head: str, tail: str) -> str:
        is_name = not tail[0].islower() and not (head.isupper() and tail.isupper())
        if head[-1].isdigit() or is_name:
            return "-"
        tail = tail.casefold()
        last = re.split("[-\u2010]", head)[-1].casefold()
        whole, compound = last + tail, f"{head}-{tail}".casefold().replace("\u2010", "-")
        if self._counts[compound] != self._counts[whole]:
            return "-" if self._counts[compound] > self._counts[whole] else ""
        if whole in _load_words(_FREQUENT):
            return ""
        if compound in _load_words(_LEXICON) or whole in _load_words(_LEXICON):
            return "-" if compound in _load_words(_LEXICON) else ""
        if tail in _CONJUNCTIONS:
            return "- "
        is_chain = last != head.casefold()  # as in mother-in-law
        return "-" if self._has_both(last, tail, 1 if is_chain else _SHORTEST) else ""

    def _has_both(self, head: str, tail: str, shortest: int) -> bool:
        is_long = min(len(head), len(tail)) >= shortest
        return is_long and {head, tail} <= _load_words(_LEXICON) and self._is_english

    @cached_property
    def _is_english(self) -> bool:
        common = sum(self._counts[word] for word in _ENGLISH)
        return common >= _ENGLISH_SHARE * self._counts.total()


_LEXICON = "en-lexicon.txt"
"""A file of TextBlob with 80,000 words of newspapers, some of them misprints."""

_FREQUENT = "en-spelling.txt"
"""A file of TextBlob with 29,000 frequent words, all without a hyphen."""


@cache
def _load_words(name: str) -> frozenset[str]:
    """Return the words in a file of TextBlob, without importing TextBlob."""
    from importlib.util import find_spec

    found = find_spec("textblob")
    if found is None or found.origin is None:
        return frozenset()
    words = Path(found.origin).parent / "en" / name
    lines = words.read_text("utf-8").splitlines() if words.is_file() else ()
    return frozenset(line.split(" ", 1)[0].casefold() for line in lines)


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
