"""Measure text and break it into lines that fit a width, without a font file.

The widths are those of Arial, a little enlarged, because a program without Arial takes a font that
is wider.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache

from questfoundry.domain.story.prose import clean_text

_ENLARGED, _ENLARGED_BOLD = 1.12, 1.2
_WIDTHS = {
    letter: width
    for width, letters in (
        (0.22, "'ijl|"),
        (0.28, ' !,./:;I[\\]ft"·'),
        (0.35, "()-`r{}*“”\u2018\u2019"),
        (0.5, "Jcksvxyz^"),
        (0.56, "#$0123456789?L_abdeghnopqu+<=>~•"),
        (0.64, "FTZ&ABEKPSVXY"),
        (0.75, "CDHNRUwGOQ"),
        (0.94, "MmW%@—…"),
    )
    for letter in letters
}
_LETTER, _CAPITAL, _OTHER, _WIDE = 0.62, 0.78, 0.8, 1.05
_DOTS = " …"


def measure_text(text: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of ``text`` in pixels in a font of ``size`` pixels."""
    enlarged = _ENLARGED_BOLD if is_bold else _ENLARGED
    return size * enlarged * sum(map(_measure_character, text))


@cache
def _measure_character(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    base = unicodedata.normalize("NFD", character)[0]
    if base in _WIDTHS:
        return _WIDTHS[base]
    category = unicodedata.category(character)
    if category in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF" or category == "So":
        return _WIDE
    return {"Ll": _LETTER, "Lu": _CAPITAL}.get(category, _OTHER)


def fit_text(
    text: str, width: float, size: float, *, most: int, is_bold: bool = False
) -> tuple[str, ...]:
    """Break ``text`` into at most ``most`` lines of ``width`` pixels; dots replace the rest.

    A word that is too long is broken. A text without a visible sign has no lines.
    """

    def is_too_wide(line: str) -> bool:
        return measure_text(line, size, is_bold=is_bold) > width

    lines = [""]
    for word in _list_words(text):
        longer = f"{lines[-1]} {word}".strip()
        if not is_too_wide(longer):
            lines[-1] = longer
            continue
        lines.append("")
        for piece in word if is_too_wide(word) else (word,):
            if is_too_wide(lines[-1] + piece):
                lines.append("")
            lines[-1] += piece
    found = [line for line in lines if line]
    if len(found) <= most:
        return tuple(found)
    last = found[most - 1]
    while last and is_too_wide(last + _DOTS):
        last = last.rpartition(" ")[0] or last[:-1]
    return (*found[: most - 1], last.rstrip() + _DOTS)


def _list_words(text: str) -> Iterator[str]:
    words = clean_text(text).split()
    if any(unicodedata.category(sign)[0] in "LNPS" for word in words for sign in word):
        yield from words
