"""Provide the fonts of the PDF, and tell which characters of a text the fonts lack."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import as_file, files
from itertools import groupby
from xml.sax.saxutils import escape

from attrs import frozen
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

REGULAR, ITALIC, BOLD = "NotoSerif-Regular", "NotoSerif-Italic", "NotoSerif-Bold"
"""The names of the font for text, in three styles."""

_SYMBOLS = "Symbols"
_REPLACEMENT = "\u25a1"
"""The sign that is printed for a character that no font has: a white square."""


@frozen
class _Typefaces:
    text: frozenset[int]
    symbols: frozenset[int]


@cache
def register_fonts() -> _Typefaces:
    """Register the packaged fonts with ReportLab once; return the code points that they have."""
    text = [_register(name) for name in (REGULAR, ITALIC, BOLD)]
    symbols = _register(_SYMBOLS)
    pdfmetrics.registerFontFamily(
        REGULAR, normal=REGULAR, bold=BOLD, italic=ITALIC, boldItalic=BOLD
    )
    pdfmetrics.registerFontFamily(
        _SYMBOLS, normal=_SYMBOLS, bold=_SYMBOLS, italic=_SYMBOLS, boldItalic=_SYMBOLS
    )
    return _Typefaces(frozenset.intersection(*text), symbols)


def _register(name: str) -> frozenset[int]:
    with as_file(files(__package__).joinpath("fonts", f"{name}.ttf")) as file:
        font = TTFont(name, str(file))
    pdfmetrics.registerFont(font)
    return frozenset(font.face.charToGlyph)


def count_missing(texts: Iterable[str]) -> Counter[str]:
    """Return how often each character that no font has occurs in ``texts``."""
    known = register_fonts()
    counts = Counter(letter for text in texts for letter in _list_visible(text))
    return Counter(
        {
            letter: count
            for letter, count in counts.items()
            if not letter.isspace() and ord(letter) not in known.text | known.symbols
        }
    )


def is_letter(character: str) -> bool:
    """Return whether ``character`` belongs to the words of a script, unlike a sign or an emoji."""
    return unicodedata.category(character)[0] in "LM"


def format_text(text: str) -> str:
    """Return ``text`` in ReportLab's markup.

    Characters that the text font lacks are set in the symbol font.
    """
    known = register_fonts()
    runs = groupby(_list_visible(text), lambda each: each.isspace() or ord(each) in known.text)
    return "".join(
        escape("".join(letters)) if is_text else _format_symbols(letters, known.symbols)
        for is_text, letters in runs
    )


def _format_symbols(letters: Iterable[str], known: frozenset[int]) -> str:
    signs = "".join(each if ord(each) in known else _REPLACEMENT for each in letters)
    return f'<font name="{_SYMBOLS}">{escape(signs)}</font>'


def _list_visible(text: str) -> Iterator[str]:
    """Yield the characters of ``text`` without format characters and variation selectors."""
    return (
        each
        for each in unicodedata.normalize("NFC", text)
        if unicodedata.category(each) != "Cf" and not 0xFE00 <= ord(each) <= 0xFE0F
    )
