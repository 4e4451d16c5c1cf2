"""Read the rows at the upper and lower edges of a PDF page, where heads and numbers are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from statistics import median

from attrs import frozen

from questfoundry.infra.documents.pdf.segments import Segment, is_same_row

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
