"""Read page numbers as books print them: 12, xii, A-3, or a word such as "cover"."""

import re
from collections.abc import Iterable

from attrs import frozen

FRONT = "front"
"""The label of pages before the first page with a printed number."""

LONGEST_LABEL = 12
ROMAN_SERIES = "roman"
ROMAN = "(?=[ivxlcdm])m{0,4}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"  # may be empty
_ROMAN = re.compile(ROMAN, re.IGNORECASE)
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_LABEL = re.compile(r"[^\W_]+(?:[-‐–. ][^\W_]+)*")  # noqa: RUF001 - dashes as printed
_COUNTED = re.compile(r"(\D*?)(\d{1,9})")
_PAGE_WORD = re.compile(r"(?:page|pagina|página|pg|pp?|pág|seite|s)\b[. ]*(?=\S)", re.IGNORECASE)


@frozen
class PageKey:
    """A printed page number, as the place ``value`` in a series such as ``roman`` or ``a-``.

    Plain numbers are the series with an empty name.
    """

    series: str
    value: int


def parse_label(label: str) -> PageKey:
    """Return the series of ``label`` and its place there; a word is a series of its own."""
    if label and _ROMAN.fullmatch(label):
        return PageKey(ROMAN_SERIES, _parse_roman(label.lower()))
    if found := _COUNTED.fullmatch(label):
        return PageKey(found[1].casefold(), int(found[2]))
    return PageKey(label.casefold() or "?", 0)


def _parse_roman(numeral: str) -> int:
    digits = [_ROMAN_DIGITS[letter] for letter in numeral]
    later = [*digits[1:], 0]
    return sum(-one if one < after else one for one, after in zip(digits, later, strict=True))


def is_label(text: str) -> bool:
    """Return whether ``text`` can be the label of a page: short, of letters, digits and dashes."""
    return len(text) <= LONGEST_LABEL and bool(_LABEL.fullmatch(text))


def find_label(text: str) -> str:
    """Return the page label in ``text``: ``12`` for "Page 12", ``xii`` for "p. xii"; else empty."""
    label = _PAGE_WORD.sub("", text.strip(" \t\n[](){}|"), count=1)
    if is_label(label) and (" " not in label):
        return label
    found = re.search(r"\d+", label)
    return found[0] if found else ""


def format_label_ranges(labels: Iterable[str]) -> str:
    """Return ``labels`` in short: ``i-iv, 7, 9-12`` for consecutive pages of a series."""
    runs: list[list[str]] = []
    for label in labels:
        key = parse_label(label)
        last = parse_label(runs[-1][-1]) if runs else None
        if last and (last.series, last.value + 1) == (key.series, key.value):
            runs[-1].append(label)
        else:
            runs.append([label])
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
