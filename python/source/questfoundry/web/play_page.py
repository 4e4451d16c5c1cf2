"""Serve the page on which the author plays the story, from its start or from any passage."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from questfoundry.app.playing.walk import Walk
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render, render_page
from questfoundry.web.route_address import decode_route


async def show_play(request: Request) -> Response:
    """Show the passage that the route in the query parameter ``route`` leads to.

    For an htmx request return only the part of the page that changes.
    """
    views, route = get_views(request), request.query_params.get("route", "")
    found = await views.do(lambda: _load(views, route))
    if "hx-request" in request.headers:
        return HTMLResponse(render("play_part.html", **found))
    return render_page(request, "play.html", **found)


def _load(views: ProjectViews, route: str) -> dict[str, Any]:
    structure = views.structure()
    walk = Walk(views.story(), views.paragraphs, choices=decode_route(structure, route))
    return {
        "route": route,
        "previous": route.rpartition(".")[0],
        "shown": walk.current_passage(),
        "passage": walk.here.passage,
        "flags": walk.flags(),
        "story": views.story(),
    }
