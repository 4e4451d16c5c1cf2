"""Playing the story as it stands, from its start or from any passage, beside what is written."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from questfoundry.app.playing.walk import Walk
from questfoundry.cli.desk.project_views import ProjectViews
from questfoundry.cli.desk.rendering import bench_of, page, render
from questfoundry.cli.desk.route_address import choices_on


async def play(request: Request) -> Response:
    """Where the way that the address names leads; a part of a page where that is asked for."""
    bench, way = bench_of(request), request.query_params.get("way", "")
    found = await bench.do(lambda: _found(bench, way))
    if "hx-request" in request.headers:
        return HTMLResponse(render("play_part.html", **found))
    return page(request, "play.html", **found)


def _found(bench: ProjectViews, way: str) -> dict[str, Any]:
    structure = bench.structure()
    walk = Walk(bench.story(), bench.paragraphs, choices=choices_on(structure, way))
    return {
        "way": way,
        "before": way.rpartition(".")[0],
        "shown": walk.current_passage(),
        "passage": walk.here.passage,
        "holds": walk.flags(),
        "story": bench.story(),
    }
