"""Read the text of a PDF page as segments: parts of lines, with their places on the page."""

import re
from collections.abc import Iterator, Sequence
from ctypes import byref
from statistics import median
from typing import Any

from attrs import evolve, frozen

from questfoundry.infra.documents.hyphens import LINE_HYPHEN

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
    """Yield the lines of ``segments``: those that follow each other on the same row are joined."""
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
