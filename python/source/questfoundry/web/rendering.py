"""Render pages as HTML; every text of the story is escaped."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.comment import quote_paragraph
from questfoundry.domain.story.prose import spans_of
from questfoundry.presentation.text import clean, count_of, format_count, format_money, join_lines
from questfoundry.web.project_views import ProjectViews

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_STATIC = {
    each.name: each.read_bytes()
    for each in files("questfoundry.web").joinpath("static").iterdir()
    if f".{each.name.rpartition('.')[2]}" in _KINDS
}
_ENVIRONMENT = Environment(
    loader=PackageLoader("questfoundry.web"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    finalize=lambda value: clean(value) if type(value) is str else value,
)
_ENVIRONMENT.filters |= {
    "counted": format_count,
    "money": format_money,
    "number": count_of,
    "one_line": join_lines,
    "quoted": quote_paragraph,
    "slug": slug_of,
    "spans": spans_of,
    "unstopped": lambda text: text.removesuffix("."),
}


def get_views(request: Request) -> ProjectViews:
    """Return the open project that the web application of ``request`` shows."""
    found: ProjectViews = request.app.state.views
    return found


def render(template: str, **values: Any) -> str:
    """Render a template, which may be a whole page or a fragment of a page."""
    return _ENVIRONMENT.get_template(template).render(**values)


def render_page(request: Request, template: str, *, code: int = 200, **values: Any) -> Response:
    """Render a whole page with the menu.

    If sending a form of the page failed, the form contains the text that was typed.
    """
    views = get_views(request)
    common: dict[str, Any] = {
        "project": views.name,
        "instance": views.instance,
        "here": request.url.path,
    }
    common |= {"home": views.home, "menu": views.pages}
    common["typed"] = views.task.get_typed_form(request.url.path)
    return HTMLResponse(render(template, **{**common, **values}), status_code=code)


def render_event(name: str, part: str = "") -> str:
    """Return a page fragment in the format of a server-sent event."""
    data = part.replace("\n", "\ndata: ")
    return f"event: {name}\ndata: {data}\n\n"


async def show_instance(request: Request) -> Response:
    """Return the id of this desk; an open page uses it to notice that the desk was restarted."""
    return PlainTextResponse(get_views(request).instance)


async def serve_static(request: Request) -> Response:
    """Return the desk's static file ``name``; answer 404 for any other name."""
    name = request.path_params["name"]
    content = _STATIC.get(name)
    if content is None:
        return HTMLResponse("This file is not part of the desk.", status_code=404)
    return Response(content, media_type=_KINDS[f".{name.rpartition('.')[2]}"])
