"""Serve the story map, which shows every passage and choice, with search and highlighted routes."""

import asyncio
from collections.abc import Mapping, Sequence
from textwrap import wrap

from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import (
    EndingHighlight,
    Extreme,
    Highlight,
    find_playthrough,
)
from questfoundry.app.story_map.story_map import MapLayout, PathCode, Point, StoryMap
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.composition.registries.exporters import map_layouter
from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.story import Story
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, async_action, render_page

WIDTH, HEIGHT = 168.0, 64.0
_MARGIN = 24.0
_CHAPTER_PADDING = 18.0
_COLUMNS, _COLOURS = 19, 7

Drawn = dict[str, object]
"""A box, line or chapter of the map: its position in SVG units, its CSS class and its texts."""


@async_action("/map", method="GET")
async def show_map(request: PageRequest) -> ActionResult:
    """Show the map; ``route`` highlights a playthrough, ``find`` redirects to a passage."""
    views, find = request.views, request.query.get("find", "").strip()
    route = request.query.get("route", "")
    if find:
        found = await views.do(lambda: find_passage_id(views.structure(), find))
        return f"/map?route={route}#at-{slug_of(found)}"
    story, drawn = await views.do(lambda: _load_map(views, route))
    layout = await _layout(views, drawn) if drawn.boxes else None
    warnings = await views.do(lambda: _find_warnings(views), sync=False)
    return render_page(
        request.http,
        "map.html",
        story=story,
        route=route,
        longest=not views.is_imported
        or await views.do(lambda: Solver(views.structure()).is_acyclic),
        legend=drawn.legend,
        chapters=() if layout is None else _chapters(drawn, layout),
        boxes=() if layout is None else _boxes(drawn, layout, warnings),
        lines=() if layout is None else _lines(drawn, layout),
        width=round(layout.width + 2 * _MARGIN) if layout else 0,
        height=round(layout.height + 2 * _MARGIN) if layout else 0,
        box=(WIDTH, HEIGHT),
    )


def _load_map(views: ProjectViews, route: str) -> tuple[Story, StoryMap]:
    story = views.story()
    views.structure()
    highlight = _highlight(route)
    played = None if highlight is None else find_playthrough(story, highlight)
    return story, build_map(story, highlighted=played, words=views.words())


def _highlight(route: str) -> Highlight | None:
    if not route:
        return None
    return Extreme(route) if route in set(Extreme) else EndingHighlight(route)


async def _layout(views: ProjectViews, drawn: StoryMap) -> MapLayout:
    shape = (
        tuple(box.id for box in drawn.boxes),
        tuple((line.source, line.target) for line in drawn.lines),
    )
    async with views.layout_lock:
        if views.layout is None or views.layout[0] != shape:
            made = await asyncio.to_thread(
                map_layouter().lay_out, drawn, width=WIDTH, height=HEIGHT
            )
            views.layout = (shape, made)
        return views.layout[1]


def _find_warnings(views: ProjectViews) -> Mapping[str, Sequence[str]]:
    warnings: dict[str, list[str]] = {}
    checked, sources = views.check(), {each.id: each.source for each in views.structure().choices}
    for each in (*checked.findings, *checked.prose) if checked else ():
        place = sources.get(each.item.place, each.item.place)
        warnings.setdefault(place, []).append(views.insert_titles(each.item.problem))
    for stage in views.project.status().stages:
        for passage in stage.passages or ():
            warnings.setdefault(passage, []).append("has to be rewritten")
    return warnings


def _chapters(drawn: StoryMap, layout: MapLayout) -> list[Drawn]:
    titles = {each.chapter: each.begins for each in drawn.boxes if each.begins}
    return [
        _frame(titles.get(number, ""), [layout.boxes[box.id] for box in boxes])
        for number in sorted({each.chapter for each in drawn.boxes} - {0})
        if (boxes := [each for each in drawn.boxes if each.chapter == number])
    ]


def _frame(title: str, middles: Sequence[Point]) -> Drawn:
    left, right = min(each.x for each in middles), max(each.x for each in middles)
    top, bottom = min(each.y for each in middles), max(each.y for each in middles)
    return {
        "title": title,
        "x": round(left - WIDTH / 2 + _MARGIN - _CHAPTER_PADDING, 1),
        "y": round(top - HEIGHT / 2 + _MARGIN - _CHAPTER_PADDING, 1),
        "width": round(right - left + WIDTH + 2 * _CHAPTER_PADDING, 1),
        "height": round(bottom - top + HEIGHT + 2 * _CHAPTER_PADDING, 1),
    }


def _boxes(
    drawn: StoryMap, layout: MapLayout, warnings: Mapping[str, Sequence[str]]
) -> list[Drawn]:
    boxes: list[Drawn] = []
    for box in drawn.boxes:
        middle, found = layout.boxes[box.id], tuple(warnings.get(box.id, ()))
        classes = [_colour(box.code)]
        classes += [name for name in ("ending", "residue", "highlighted") if getattr(box, name)]
        classes += ["found"] if found else []
        boxes.append(
            {
                "box": box,
                "x": round(middle.x - WIDTH / 2 + _MARGIN, 1),
                "y": round(middle.y - HEIGHT / 2 + _MARGIN, 1),
                "lines": tuple(wrap(box.title, _COLUMNS, max_lines=2, placeholder=" …")),
                "css_class": " ".join(classes),
                "warnings": found,
            }
        )
    return boxes


def _lines(drawn: StoryMap, layout: MapLayout) -> list[Drawn]:
    return [
        {
            "path": _path(curve),
            "css_class": _colour(line.code) + (" highlighted" if line.highlighted else ""),
        }
        for line, curve in zip(drawn.lines, layout.curves, strict=True)
    ]


def _path(curve: Sequence[Point]) -> str:
    first, *rest = (f"{each.x + _MARGIN:.0f} {each.y + _MARGIN:.0f}" for each in curve)
    return f"M{first}C{' '.join(rest)}"


def _colour(code: PathCode | None) -> str:
    return f"c{(code.dilemma - 1) % _COLOURS + 1}" if code else "c0"
