"""Rendering of pages as HTML; every text of the story is escaped."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from questfoundry.cli.desk.project_views import ProjectViews
from questfoundry.cli.text import clean, count_of, format_count, format_money, join_lines
from questfoundry.domain.comment import quote_paragraph
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.prose import spans_of

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_STATIC = {
    each.name: each.read_bytes()
    for each in files("questfoundry.cli.desk").joinpath("static").iterdir()
    if f".{each.name.rpartition('.')[2]}" in _KINDS
}
_ENVIRONMENT = Environment(
    loader=PackageLoader("questfoundry.cli.desk"),
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
    """The workbench that the request is about."""
    found: ProjectViews = request.app.state.views
    return found


def render(template: str, **values: Any) -> str:
    """A template, or a part of a page, with those values."""
    return _ENVIRONMENT.get_template(template).render(**values)


def render_page(request: Request, template: str, *, code: int = 200, **values: Any) -> Response:
    """A whole page."""
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
    """A part of a page as an event that the page listens to."""
    data = part.replace("\n", "\ndata: ")
    return f"event: {name}\ndata: {data}\n\n"


async def show_instance(request: Request) -> Response:
    """Which desk answers: a page that is open goes on with another one."""
    return PlainTextResponse(get_views(request).instance)


async def serve_static(request: Request) -> Response:
    """A file that comes with the desk, by its name."""
    name = request.path_params["name"]
    content = _STATIC.get(name)
    if content is None:
        return HTMLResponse("This file is not part of the desk.", status_code=404)
    return Response(content, media_type=_KINDS[f".{name.rpartition('.')[2]}"])
