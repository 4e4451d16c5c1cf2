"""Read the upper and lower edges of PDF pages: page numbers and running heads."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from math import inf
from statistics import median

from attrs import frozen

from questfoundry.domain.library.paging import ROMAN_SERIES, PageKey, parse_label
from questfoundry.domain.library.text import has_sentence_end
from questfoundry.infra.documents.pdf.segments import Segment, is_same_row
from questfoundry.infra.documents.plain_text import is_titled

_MOST_ROWS = 2  # rows at one edge of a page that can be heads

_WIDE_GAP = 1.25
"""The smallest gap between a head and the text, as a multiple of the distance of two lines."""

_WIDE_FOR_SIZE = 1.8
"""The same as a multiple of the size of letters, for a page with few lines."""

_LARGE = 1.15


@frozen(kw_only=True)
class Row:
    """The segments at one height of a page, with their text from left to right.

    ``is_apart``: whether the space between the row and the next row inwards is a wide one.
    ``is_large``: whether the letters are larger than most letters of the page.
    """

    segments: tuple[Segment, ...]
    text: str
    is_top: bool
    is_apart: bool
    is_large: bool

    @property
    def height(self) -> float:
        """The height of the row above the page's lower edge, in points."""
        return self.segments[0].middle


Edges = Sequence[Row]
"""The rows at the edges of a page: from the top down, then from the bottom up."""


def read_edges(segments: Sequence[Segment]) -> Edges:
    """Return the outermost two rows at the upper and at the lower edge of a page."""
    rows = _split_rows(segments)
    heights = [row[0].middle for row in rows]
    gaps = [one - other for one, other in pairwise(heights)]
    size = median(row[0].size for row in rows) if rows else 0.0
    page = _Page(wide=_find_wide_gap(gaps, size), large=_LARGE * size)
    # A page's only rows are at both edges.
    return (
        *(_row(*each, page, is_top=True) for each in _pad(rows, gaps)),
        *(_row(*each, page, is_top=False) for each in _pad(rows[::-1], gaps[::-1])),
    )


@frozen(kw_only=True)
class _Page:
    """The smallest wide gap and the smallest large letters of a page, in points."""

    wide: float
    large: float


def _find_wide_gap(gaps: Sequence[float], size: float) -> float:
    """Return the smallest gap that is wide for a page; with few rows, by the size of letters."""
    if len(gaps) <= _MOST_ROWS:
        return _WIDE_FOR_SIZE * size
    return _WIDE_GAP * sorted(gaps)[len(gaps) // 4]


def _pad(
    rows: Sequence[list[Segment]], gaps: Sequence[float]
) -> Iterator[tuple[list[Segment], float]]:
    return zip(rows[:_MOST_ROWS], [*gaps, inf][:_MOST_ROWS], strict=False)


def _split_rows(segments: Iterable[Segment]) -> list[list[Segment]]:
    rows: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda each: -each.middle):
        if rows and is_same_row(rows[-1][0], segment):
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def _row(segments: Iterable[Segment], gap: float, page: _Page, *, is_top: bool) -> Row:
    ordered = tuple(sorted(segments, key=lambda each: each.left))
    return Row(
        segments=ordered,
        text=" ".join(each.text for each in ordered),
        is_top=is_top,
        is_apart=gap >= page.wide,
        is_large=ordered[0].size > page.large,
    )


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


_MOST_WORDS_OF_SENTENCE = 3  # longer sentences are text, however often they are repeated

_LONG_WORD = 4  # shorter words are in lower case even in titles

_NEAR = 4.0  # points


def find_heads(pages: Sequence[Edges], labels: Sequence[str]) -> Sequence[frozenset[Segment]]:
    """Return the segments of each page that are running heads or page numbers.

    ``labels`` are the printed page numbers. A head is on at least three pages at the same height.
    """
    repeated = _find_repeated(pages, labels)
    begun: set[str] = set()
    heads: list[frozenset[Segment]] = []
    for edges, label in zip(pages, labels, strict=True):
        # The first row that names a chapter is the chapter's heading.
        headings = {row.text for row in edges if _is_heading(row.text, label)} - begun
        begun |= headings
        rest = [row for row in edges if row.text not in headings]
        heads.append(frozenset(_list_head_segments(rest, label, repeated)))
    return heads


_Heights = Mapping[tuple[str, bool], float]


def _is_heading(text: str, label: str) -> bool:
    return is_titled(text) and not _has_number(text, label)


def _has_number(text: str, label: str) -> bool:
    """Return whether the row begins or ends with the number of its page."""
    rest = _head_text(text, label)
    # Without its number, "Chapter 5" is no title, but "Chapter 5: The Ship 12" is one.
    is_same_kind = is_titled(rest) == is_titled(text)
    return is_same_kind and rest != " ".join(strip_frame(text).split()).casefold()


def _find_repeated(pages: Sequence[Edges], labels: Sequence[str]) -> _Heights:
    """Return the most frequent height of each text that occurs on at least three pages.

    The keys are pairs of the text, and whether the text is at the top of the page.
    """
    heights: dict[tuple[str, bool], list[float]] = {}
    for edges, label in zip(pages, labels, strict=True):
        for row in edges:
            heights.setdefault((_head_text(row.text, label), row.is_top), []).append(row.height)
    usual = {key: Counter(map(round, found)).most_common(1)[0] for key, found in heights.items()}
    return {key: height for key, (height, _) in usual.items() if len(heights[key]) >= _FEWEST_PAGES}


def _list_head_segments(edges: Edges, label: str, repeated: _Heights) -> Iterator[Segment]:
    for is_top in (True, False):
        outer = [each for each in edges if each.is_top is is_top]
        heads = list(takewhile(lambda row: _is_head(row, label, repeated), outer))
        while heads and not _differs_from_text(heads[-1], label):
            heads.pop()
        for head in heads:
            yield from head.segments


def _differs_from_text(row: Row, label: str) -> bool:
    """Return whether the row is apart from the text, a number, or written like a title."""
    words = [word for word in row.text.split() if len(word) >= _LONG_WORD]
    is_title = bool(words) and all(word[:1].isupper() for word in words)
    return row.is_apart or _is_number(row, label) or (is_title and not has_sentence_end(row.text))


def _is_number(row: Row, label: str) -> bool:
    return not _head_text(row.text, label)


def _is_head(row: Row, label: str, repeated: _Heights) -> bool:
    text = _head_text(row.text, label)
    if _is_number(row, label):
        return True
    if has_sentence_end(row.text) and len(text.split()) > _MOST_WORDS_OF_SENTENCE:
        return False
    if row.is_apart and not row.is_large and _has_number(row.text, label):
        return True
    height = repeated.get((text, row.is_top))
    return height is not None and abs(height - row.height) <= _NEAR


def _head_text(text: str, label: str) -> str:
    """Return a row's text without the page's number; empty if the number is all of the row."""
    if len(text) > LONGEST_HEAD:
        return text
    words = strip_frame(text).split()
    key = parse_label(label) if label else PageKey("?", -1)
    if words and parse_label(words[0]) == key:
        del words[0]
    if words and parse_label(words[-1]) == key:
        del words[-1]
    return " ".join(words).casefold()
