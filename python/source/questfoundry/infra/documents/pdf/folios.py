"""Find the page numbers that are printed at the edges of PDF pages."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.library.page_labels import ROMAN_SERIES, parse_label
from questfoundry.infra.documents.pdf.edges import Edges
from questfoundry.infra.documents.plain_text import is_titled

LONGEST_HEAD = 100
"""The most characters of a row that can be a head or contain a page number."""

_FEWEST_PAGES = 3
_FEWEST_ROMAN = 2
_FOLIO = re.compile(r"\d{1,4}|[ivxl]{1,7}")
_FRAME = re.compile(r"^[\s\-‐–—\[(|·•]+|[\s\-‐–—\])|·•]+$")  # noqa: RUF001 - marks around numbers
_PAGE_WORD = re.compile(r"(?:page|seite|p\.|s\.)\s*(?=[\divxl]+$)", re.IGNORECASE)
_OF_ALL = re.compile(r"(?<=\d)\s?(?:of|von|de|/)\s?\d{1,4}$", re.IGNORECASE)


@frozen
class _Offset:
    series: str
    value: int


def find_folios(pages: Sequence[Edges]) -> Sequence[str]:
    """Return the page number that is printed on each page, or expected there; else empty.

    A number counts if it grows by one from page to page, on at least three pages (two if roman).
    """
    votes = [set(_list_offsets(at, edges)) for at, edges in enumerate(pages)]
    counts = Counter(offset for found in votes for offset in found)
    places = {
        at: max(accepted, key=lambda offset: (counts[offset], offset.value))
        for at, found in enumerate(votes)
        if (accepted := [each for each in found if _is_accepted(each, counts)])
    }
    known = sorted(places)
    return [_label(at, places[_nearest(at, known)]) if known else "" for at in range(len(pages))]


def _is_accepted(offset: _Offset, counts: Mapping[_Offset, int]) -> bool:
    return counts[offset] >= (_FEWEST_ROMAN if offset.series else _FEWEST_PAGES)


def _list_offsets(at: int, edges: Edges) -> Iterator[_Offset]:
    for row in edges:
        for key in map(parse_label, _list_numbers(row.text)):
            if key.series in ("", ROMAN_SERIES):
                yield _Offset(key.series, key.value - at)


def _list_numbers(text: str) -> Iterator[str]:
    """Yield the numbers at the beginning and the end of a row, unless it names a chapter."""
    if len(text) > LONGEST_HEAD:
        return
    words = strip_frame(text).split()
    ends = ((words[1:], words[0]), (words[:-1], words[-1])) if words else ()
    for others, word in ends:
        if _FOLIO.fullmatch(word) and is_titled(" ".join(others)) == is_titled(text):
            yield word


def strip_frame(text: str) -> str:
    """Return ``text`` without the marks and words around a page number, as in "Page 3 of 9"."""
    return _PAGE_WORD.sub("", _OF_ALL.sub("", _FRAME.sub("", text)))


def _nearest(at: int, places: Sequence[int]) -> int:
    """Return the nearest of ``places``, which are sorted; a later one, if two are as near."""
    following = bisect_left(places, at)
    return min(
        places[max(0, following - 1) : following + 1], key=lambda place: (abs(place - at), -place)
    )


def _label(at: int, offset: _Offset) -> str:
    value = at + offset.value
    if value < 1:
        return ""
    return _roman(value) if offset.series else str(value)


_NUMERALS = ((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def _roman(value: int) -> str:
    numeral = ""
    for worth, letters in _NUMERALS:
        numeral += letters * (value // worth)
        value %= worth
    return numeral
