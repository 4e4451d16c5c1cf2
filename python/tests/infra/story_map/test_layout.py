"""Tests of map layouts: boxes do not overlap, and lines join the right boxes."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.story_map.story_map import (
    Box,
    Line,
    MapLayout,
    MapLayouter,
    MapOption,
    StoryMap,
)
from questfoundry.infra.story_map.graphviz import GraphvizMapLayouter
from questfoundry.infra.story_map.row_layout import RowMapLayouter
from tests.support.ecosystem import dot

WIDTH, HEIGHT = 100.0, 40.0


def map_with(boxes: int, lines: list[tuple[int, int]]) -> StoryMap:
    return StoryMap(
        title="",
        legend=(),
        boxes=tuple(Box(id=f"p{each}", title="", notes=()) for each in range(boxes)),
        lines=tuple(
            Line(source=f"p{one}", target=f"p{other}", options=(MapOption(label="x"),))
            for one, other in lines
        ),
        choices=len(lines),
    )


@st.composite
def maps(draw: st.DrawFn) -> StoryMap:
    """Return any map, with loops, parallel lines and boxes without an entrance."""
    boxes = draw(st.integers(0, 12))
    ends = st.integers(0, boxes - 1)
    lines = draw(st.lists(st.tuples(ends, ends), max_size=24)) if boxes else []
    return map_with(boxes, lines)


def require_readable(drawn: StoryMap, layout: MapLayout) -> None:
    places = [layout.boxes[each.id] for each in drawn.boxes]
    for place in places:
        assert WIDTH / 2 - 1 <= place.x <= layout.width - WIDTH / 2 + 1
        assert HEIGHT / 2 - 1 <= place.y <= layout.height - HEIGHT / 2 + 1
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            assert abs(one.x - other.x) >= WIDTH - 1 or abs(one.y - other.y) >= HEIGHT - 1
    assert len(layout.curves) == len(drawn.lines)
    assert all(len(curve) % 3 == 1 for curve in layout.curves)


@given(maps())
def test_rows_are_readable(drawn: StoryMap) -> None:
    """Overlapping boxes or wrongly attached lines make a map unreadable."""
    layout = RowMapLayouter().lay_out(drawn, width=WIDTH, height=HEIGHT)
    require_readable(drawn, layout)
    for line, curve in zip(drawn.lines, layout.curves, strict=True):
        assert curve[0].x == layout.boxes[line.source].x
        assert curve[-1].x == layout.boxes[line.target].x


@pytest.fixture(params=["rows", "graphviz"])
def layouter(request: pytest.FixtureRequest, tmp_path: Path) -> MapLayouter:
    if request.param == "rows":
        return RowMapLayouter()
    return GraphvizMapLayouter(program=str(dot(tmp_path)))


def test_a_story_goes_down(layouter: MapLayouter) -> None:
    """Readers expect time to run downwards, and the same story must give the same map."""
    drawn = map_with(6, [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 4), (4, 5), (5, 3)])
    layout = layouter.lay_out(drawn, width=WIDTH, height=HEIGHT)
    require_readable(drawn, layout)
    down = [layout.boxes[each].y for each in ("p0", "p1", "p3", "p4", "p5")]
    assert all(one < other for one, other in pairwise(down))
    assert layout.boxes["p1"].y == pytest.approx(layout.boxes["p2"].y)
    assert layout == layouter.lay_out(drawn, width=WIDTH, height=HEIGHT)
