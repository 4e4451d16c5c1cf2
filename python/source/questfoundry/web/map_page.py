"""Serve the story map, which shows every passage and choice, with search and highlighted routes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from questfoundry.app.story_map.arrange import MapLayout, lay_out_map
from questfoundry.app.story_map.builder import build_map
from questfoundry.app.story_map.draw_map import (
    EndingHighlight,
    Extreme,
    Highlight,
    find_playthrough,
)
from questfoundry.app.story_map.story_map import Box, PassageLink, StoryMap
from questfoundry.app.structure.inspect_passage import find_passage_id
from questfoundry.composition.registries.formats import draw_map_parts
from questfoundry.domain.ids import slug_of
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.story import Story
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import ActionResult, PageRequest, async_action, render_page
from questfoundry.web.structure_forms import load_structure

_DONE = {
    "added": "The passage is added.",
    "connected": "The choice is added.",
    "changed": "The choice is changed.",
    "removed": "The passage is removed.",
    "undone": "The last change is undone.",
}


@async_action("/map", method="GET")
async def show_map(request: PageRequest) -> ActionResult:
    """Show the map.

    ``route`` highlights a playthrough, ``find`` redirects to a passage, and ``at`` opens the panel
    that changes the story at a passage.
    """
    views, find = request.views, request.query.get("find", "").strip()
    route = request.query.get("route", "")
    if find:
        found = await views.do(lambda: find_passage_id(views.structure(), find))
        return f"/map?route={route}#at-{slug_of(found)}"
    story, plain, drawn = await views.do(lambda: _load_maps(views, route))
    layout = await _lay_out(views, plain)
    warnings = await views.do(lambda: _find_warnings(views), sync=False)
    at = await views.do(lambda: _load_panel(request, warnings), sync=False)
    here = at["passage"]
    links = {
        box.id: _link(
            box,
            tuple(warnings.get(box.id, ())),
            is_selected=bool(here and here.id == box.id),
            can_change=not views.is_imported,
        )
        for box in drawn.boxes
    }
    return render_page(
        request.http,
        "map.html",
        route=route,
        longest=not views.is_imported
        or await views.do(lambda: Solver(views.structure()).is_acyclic),
        legend=drawn.legend,
        boxes=drawn.boxes,
        parts=Markup(draw_map_parts(drawn, layout, links)),  # noqa: S704  texts are escaped there
        width=round(layout.width),
        height=round(layout.height),
        can_change=not views.is_imported,
        done=_DONE.get(request.query.get("done", ""), ""),
        **{"story": story, **at},
    )


def _load_panel(request: PageRequest, warnings: Mapping[str, Sequence[str]]) -> Mapping[str, Any]:
    """Return the values for the panel that changes the story at the passage ``at``, if any."""
    views, slug = request.views, request.query.get("at", "")
    if not slug or views.is_imported:
        return {"passage": None}
    here, checked = views.passage(slug), views.check()
    return {
        **load_structure(views, here),
        "warnings": warnings.get(here.id, ()),
        "is_written": here.id in views.story().prose,
        "findings": len((*checked.findings, *checked.prose)) if checked else 0,
    }


def _load_maps(views: ProjectViews, route: str) -> tuple[Story, StoryMap, StoryMap]:
    """Return the story, and its map without and with the highlighted playthrough."""
    story = views.story()
    views.structure()
    plain = build_map(story, words=views.words())
    if not route:
        return story, plain, plain
    played = find_playthrough(story, _highlight(route))
    return story, plain, build_map(story, highlighted=played, words=views.words())


def _highlight(route: str) -> Highlight:
    return Extreme(route) if route in set(Extreme) else EndingHighlight(route)


async def _lay_out(views: ProjectViews, plain: StoryMap) -> MapLayout:
    async with views.layout_lock:
        if views.layout is None or views.layout[0] != plain:
            views.layout = (plain, await asyncio.to_thread(lay_out_map, plain))
        return views.layout[1]


def _link(box: Box, warnings: Sequence[str], *, is_selected: bool, can_change: bool) -> PassageLink:
    slug, title = slug_of(box.id), box.title or slug_of(box.id)
    ending = [f"Ending: {box.ending}"] if box.ending else []
    return PassageLink(
        address=f"/passage/{slug}",
        anchor=f"at-{slug}",
        title=". ".join(each.rstrip(".") for each in (title, *ending, *warnings)),
        is_marked=bool(warnings),
        menu=f"/map?at={slug}" if can_change else "",
        is_selected=is_selected,
    )


def _find_warnings(views: ProjectViews) -> Mapping[str, Sequence[str]]:
    warnings: dict[str, list[str]] = {}
    checked, sources = views.check(), {each.id: each.source for each in views.structure().choices}
    for found in (*checked.findings, *checked.prose) if checked else ():
        place = sources.get(found.item.place, found.item.place)
        warnings.setdefault(place, []).append(views.insert_titles(found.item.problem))
    for stage in views.project.status().stages:
        for passage in stage.passages or ():
            warnings.setdefault(passage, []).append("Has no text yet")
        for each in stage.differing:
            warnings.setdefault(each.passage, []).append("May need another text")
    return warnings
