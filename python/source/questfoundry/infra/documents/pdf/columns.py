"""Put the segments of a page with columns into reading order.

A gutter is a vertical line that few segments cross, with text of some width on both sides. The
segments that cross it, such as titles, divide the page into bands; each band is read column by
column. Columns are divided again, so that a page may have three of them.
"""

from collections.abc import Iterator, Sequence
from statistics import median

from attrs import frozen

from questfoundry.infra.documents.pdf.segments import Segment

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
