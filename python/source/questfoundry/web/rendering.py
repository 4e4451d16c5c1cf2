"""Answer requests with pages rendered as HTML; every text of the story is escaped."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from importlib.resources import files
from typing import Any

from attrs import frozen
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.comment import quote_paragraph
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.prose_markup import parse_media, spans_of
from questfoundry.presentation.text import (
    clean,
    count_of,
    describe_goal,
    describe_progress,
    describe_untranslated,
    format_count,
    format_money,
    join_lines,
)
from questfoundry.web.background_task import PlannedTask
from questfoundry.web.forms import NO_FORM, Form, read_form
from questfoundry.web.project_views import ProjectViews

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_STATIC = {
    each.name: each.read_bytes()
    for each in files("questfoundry.web").joinpath("static").iterdir()
    if f".{each.name.rpartition('.')[2]}" in _KINDS
}
# The pages may not set styles, so each possible width of a picture has a class.
_WIDTHS = (f".w{each} {{ width: {each}%; }}\n" for each in range(1, 101))
_STATIC["desk.css"] += "".join(_WIDTHS).encode()
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
    "untranslated": describe_untranslated,
    "goal": describe_goal,
    "money": format_money,
    "number": count_of,
    "one_line": join_lines,
    "progress": describe_progress,
    "quoted": quote_paragraph,
    "slug": slug_of,
    "media": parse_media,
    "spans": spans_of,
    "unstopped": lambda text: text.removesuffix("."),
}


def get_views(request: Request) -> ProjectViews:
    """Return the open project that the web application of ``request`` shows."""
    found: ProjectViews = request.app.state.views
    return found


def render(template: str, **values: Any) -> str:
    """Return the HTML of a template, which may be a whole page or part of a page."""
    return _ENVIRONMENT.get_template(template).render(**values)


def render_page(request: Request, template: str, *, code: int = 200, **values: Any) -> Response:
    """Return a page with the menu and, after a failed task, with what was typed in its form."""
    views = get_views(request)
    common: dict[str, Any] = {
        "project": views.name,
        "instance": views.instance,
        "here": request.url.path,
    }
    common |= {"home": views.home is not None, "menu": views.pages}
    common["typed"] = views.task.get_typed_form(request.url.path)
    return HTMLResponse(render(template, **{**common, **values}), status_code=code)


@frozen
class PageRequest:
    """A request to the pages of a project, with the fields of the submitted form."""

    http: Request
    form: Form = NO_FORM

    @property
    def views(self) -> ProjectViews:
        """The open project that the request refers to."""
        return get_views(self.http)

    @property
    def slug(self) -> str:
        """The short name of a passage or a book in the address."""
        return str(self.http.path_params["slug"])

    @property
    def name(self) -> str:
        """The name of a file in the address."""
        return str(self.http.path_params["name"])

    @property
    def number(self) -> int:
        """The part ``{number}`` of the page's address, as a number."""
        return int(self.http.path_params["number"])

    @property
    def passage(self) -> Passage:
        """The passage in the address; an unknown passage raises ``InputError``."""
        return self.views.passage(self.slug)

    @property
    def query(self) -> QueryParams:
        """The query parameters of the address."""
        return self.http.query_params

    @property
    def is_from_htmx(self) -> bool:
        """Return whether htmx, a script of the page, sent the request for a part of the page."""
        return "hx-request" in self.http.headers


def page(
    path: str, template: str, *, sync: bool = True
) -> Callable[[Callable[[PageRequest], Mapping[str, Any]]], Route]:
    """Return a decorator that turns a function into a route that shows ``template``.

    The function returns the values for the template. With ``sync``, the author's edits of artifact
    files are stored first.
    """

    def wrap(load: Callable[[PageRequest], Mapping[str, Any]]) -> Route:
        async def show(http: Request) -> Response:
            request = PageRequest(http)
            values = await request.views.do(lambda: load(request), sync=sync)
            return render_page(http, template, **values)

        return Route(path, show)

    return wrap


ActionResult = str | PlannedTask | Response
"""The result of an action: the address of the next page, a task to start, or a response."""


def action(
    path: str, *, method: str = "POST", sync: bool = True
) -> Callable[[Callable[[PageRequest], ActionResult]], Route]:
    """Return a decorator that turns a function into a route that carries out a request.

    The function runs in the worker thread. With ``sync``, the author's edits of artifact files are
    stored first.
    """

    def wrap(work: Callable[[PageRequest], ActionResult]) -> Route:
        async def run(request: PageRequest) -> ActionResult:
            return await request.views.do(lambda: work(request), sync=sync)

        return async_action(path, method=method)(run)

    return wrap


def async_action(
    path: str, *, method: str = "POST"
) -> Callable[[Callable[[PageRequest], Awaitable[ActionResult]]], Route]:
    """Return a decorator like :func:`action` for a coroutine function, run in the event loop."""

    def wrap(work: Callable[[PageRequest], Awaitable[ActionResult]]) -> Route:
        async def answer(http: Request) -> Response:
            request = PageRequest(http, await read_form(http))
            match await work(request):
                case PlannedTask() as task:
                    views = request.views
                    views.task.start(task, views.project.container.prices(), request.form)
                    return RedirectResponse("/run", status_code=303)
                case str() as address:
                    return RedirectResponse(address, status_code=303)
                case response:
                    return response

        return Route(path, answer, methods=[method])

    return wrap


def stream_events(name: str, changes: AsyncIterator[None], draw: Callable[[], str]) -> Response:
    """Return server-sent events: at each change the result of ``draw``, at the end ``over``."""

    async def events() -> AsyncIterator[str]:
        async for _ in changes:
            yield _format_event(name, draw())
        yield _format_event("over", "")

    return StreamingResponse(events(), media_type="text/event-stream")


def _format_event(name: str, part: str) -> str:
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
