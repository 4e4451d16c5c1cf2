"""Read the text of a PDF page as segments: parts of lines, with their places on the page."""

import re
from collections.abc import Iterator, Sequence
from ctypes import byref
from statistics import median
from typing import Any

from attrs import evolve, frozen

from questfoundry.infra.documents.plain_text import LINE_HYPHEN

_BREAKS = frozenset((0x0A, 0x0D))

_GAP = 0.6
"""The widest space within a segment, as a multiple of the size of its letters."""

_NOTE_MARK = re.compile(r"(?:\d{1,3}(?:,\d{1,3})*|[*†‡§]{1,3})$")

_KANA = re.compile(r"[\u3040-\u30ff\s]+")

_RUBY_SIZE = 0.65

_MARK_SIZE, _MARK_RISE = 0.8, 0.15


@frozen(kw_only=True)
class Segment:
    """A part of a line: its text, and its box in points from the page's lower left corner."""

    text: str
    left: float
    right: float
    bottom: float
    top: float

    @property
    def size(self) -> float:
        """The height of the box, which is about the size of the letters."""
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        """The height of the middle of the box above the page's lower edge."""
        return (self.top + self.bottom) / 2


def read_segments(text_page: Any) -> Iterator[Segment]:
    """Yield the segments of a page of PDFium in its order; a wide gap in a line divides it.

    Note marks, which are small raised numbers and signs after a word, are left out.
    """
    pending: Segment | None = None
    for word in _read_words(text_page):
        if word is None:
            if pending is not None:
                yield pending
            pending = None
        elif pending is None:
            pending = word
        elif _is_note_mark(word, pending):
            continue
        elif _belongs_to(word, pending):
            pending = _merge(pending, word, " ")
        else:
            yield pending
            pending = word
    if pending is not None:
        yield pending


def _belongs_to(word: Segment, before: Segment) -> bool:
    gap = word.left - before.right
    return -before.size <= gap <= _GAP * max(word.size, before.size)


def _merge(one: Segment, other: Segment, joint: str) -> Segment:
    return Segment(
        text=f"{one.text}{joint}{other.text}",
        left=min(one.left, other.left),
        right=max(one.right, other.right),
        bottom=min(one.bottom, other.bottom),
        top=max(one.top, other.top),
    )


def merge_rows(segments: Sequence[Segment]) -> Iterator[Segment]:
    """Yield ``segments``, with consecutive segments on the same row joined into one line."""
    pending: Segment | None = None
    for segment in segments:
        if pending is not None and is_same_row(pending, segment) and segment.left > pending.left:
            pending = _merge(pending, segment, " ")
            continue
        if pending is not None:
            yield pending
        pending = segment
    if pending is not None:
        yield pending


def is_same_row(one: Segment, other: Segment) -> bool:
    """Return whether the two segments are at the same height of the page."""
    return abs(one.middle - other.middle) < 0.5 * min(one.size, other.size)


def drop_ruby(segments: Sequence[Segment]) -> Sequence[Segment]:
    """Return the segments without ruby: small Japanese letters that tell how a word is read."""
    if not any(_KANA.fullmatch(each.text) for each in segments):
        return segments
    usual = median(each.size for each in segments for _ in each.text)
    return [
        each
        for each in segments
        if each.size > _RUBY_SIZE * usual or not _KANA.fullmatch(each.text)
    ]


def _is_note_mark(word: Segment, before: Segment) -> bool:
    is_small = word.size < _MARK_SIZE * before.size
    is_raised = word.bottom > before.bottom + _MARK_RISE * before.size
    return is_small and is_raised and bool(_NOTE_MARK.match(word.text))


def _read_words(text_page: Any) -> Iterator[Segment | None]:
    """Yield the words of a page with their boxes, and ``None`` at the end of each line."""
    import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

    raw, box = text_page.raw, pdfium.FS_RECTF()
    get_code, get_box = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetLooseCharBox

    def box_of(at: int, text: str) -> Segment:
        get_box(raw, at, byref(box))
        return Segment(text=text, left=box.left, right=box.right, bottom=box.bottom, top=box.top)

    def word_from(begin: int, text: str) -> Iterator[Segment]:
        whole = _merge(box_of(begin, text), box_of(begin + len(text) - 1, ""), "")
        mark = _NOTE_MARK.search(text)
        if mark and mark.start():
            first, small = box_of(begin, ""), box_of(begin + mark.start(), mark[0])
            if _is_note_mark(small, first):
                yield evolve(whole, text=text[: mark.start()], bottom=first.bottom, top=first.top)
                return
        yield whole

    begin, text = 0, ""
    for at in range(text_page.count_chars()):
        code = get_code(raw, at)
        is_space = code in _BREAKS or chr(code).isspace()
        if not is_space:
            begin = begin if text else at
            text += LINE_HYPHEN if code == 2 else chr(code)
        if text and (is_space or code == 2):
            yield from word_from(begin, text)
            text = ""
        if code in _BREAKS or code == 2:
            yield None
    if text:
        yield from word_from(begin, text)
    yield None


_FEWEST_LINES = 5

_MOST_CROSSING = 0.15
"""The largest part of the segments that may cross a gutter."""

_NARROWEST = 0.2
"""The smallest width of a column, as a part of the width of the text."""

_NARROWEST_GUTTER = 0.5
"""The smallest width of a gutter, as a multiple of the size of the letters."""

_MIDDLE = (0.2, 0.8)

_STEPS = 120


def order_columns(segments: Sequence[Segment]) -> list[Segment]:
    """Return the segments in reading order; without columns, in the order in which they came."""
    gutter = _find_gutter(segments)
    if gutter is None:
        return list(segments)
    ordered: list[Segment] = []
    for band in _split_bands(segments, gutter):
        left = [each for each in band if each.right <= gutter]
        right = [each for each in band if each.left >= gutter]
        across = [each for each in band if each.left < gutter < each.right]
        ordered += (*_order_side(left), *_order_side(right), *_sort_rows(across))
    return ordered


def _order_side(segments: Sequence[Segment]) -> list[Segment]:
    return order_columns(_sort_rows(segments))


def _sort_rows(segments: Sequence[Segment]) -> list[Segment]:
    return sorted(segments, key=lambda each: (-each.middle, each.left))


def _split_bands(segments: Sequence[Segment], gutter: float) -> Iterator[list[Segment]]:
    """Yield the segments from the top down; a band ends with the segments that cross the gutter."""
    band: list[Segment] = []
    has_crossed = False
    for segment in _sort_rows(segments):
        crosses = segment.left < gutter < segment.right
        if has_crossed and not crosses:
            yield band
            band = []
        band.append(segment)
        has_crossed = crosses
    yield band


@frozen
class _Gap:
    crossing: int
    begin: float
    end: float


def _find_gutter(segments: Sequence[Segment]) -> float | None:
    """Return the place of the best gutter, or ``None`` for text without columns."""
    if len(segments) < 2 * _FEWEST_LINES:
        return None
    best = min(_list_gaps(segments), key=lambda gap: (gap.crossing, gap.begin - gap.end))
    gutter = (best.begin + best.end) / 2
    is_wide = best.end - best.begin >= _NARROWEST_GUTTER * median(each.size for each in segments)
    has_columns = (
        is_wide
        and best.crossing <= _MOST_CROSSING * len(segments)
        and _are_columns(segments, gutter)
    )
    return gutter if has_columns else None


def _list_gaps(segments: Sequence[Segment]) -> Iterator[_Gap]:
    first, last = min(each.left for each in segments), max(each.right for each in segments)
    step = max(last - first, 1.0) / _STEPS
    places = [first + step * at for at in range(int(_STEPS * _MIDDLE[0]), int(_STEPS * _MIDDLE[1]))]
    begin, before = places[0], -1
    for place in places:
        crossing = sum(each.left < place < each.right for each in segments)
        if crossing != before:
            begin, before = place, crossing
        yield _Gap(crossing, begin, place + step)


def _are_columns(segments: Sequence[Segment], gutter: float) -> bool:
    width = max(each.right for each in segments) - min(each.left for each in segments)
    sides = (
        [each for each in segments if each.right <= gutter],
        [each for each in segments if each.left >= gutter],
    )
    if any(len(side) < _FEWEST_LINES for side in sides):
        return False
    is_wide = all(
        median(each.right - each.left for each in side) >= _NARROWEST * width for side in sides
    )
    top = min(max(each.top for each in side) for side in sides)
    bottom = max(min(each.bottom for each in side) for side in sides)
    heights = [max(each.top for each in s) - min(each.bottom for each in s) for s in sides]
    return is_wide and top - bottom >= 0.5 * min(heights)
