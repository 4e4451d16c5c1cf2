"""The web application of one project: its routes, its data, and its error pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import ModuleType

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from questfoundry.composition.project.project import Project
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.presentation.errors import error_message
from questfoundry.web import (
    books_page,
    differing_page,
    edit_page,
    find_page,
    hands_page,
    history_page,
    imported_page,
    map_page,
    overview_page,
    passage_page,
    people_page,
    prose_page,
    stats_page,
    structure_page,
    studio_page,
    translations_page,
)
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.forms import FormRedirects
from questfoundry.web.imported_page import ImportedViews
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render, render_page, serve_static, show_instance

_OWN_PAGES = (
    overview_page,
    map_page,
    passage_page,
    people_page,
    prose_page,
    edit_page,
    differing_page,
    history_page,
    structure_page,
    stats_page,
    find_page,
    hands_page,
    books_page,
    studio_page,
    translations_page,
)
_FIXED_ROUTES = (Route("/alive", show_instance), Route("/static/{name}", serve_static))
_SHARED_ROUTES = (
    overview_page.redirect_to_projects,
    map_page.show_map,
    passage_page.read_as,
    passage_page.show_play,
    prose_page.send_asset,
    overview_page.stop,
    overview_page.stream_progress,
    overview_page.show_findings,
    overview_page.show_findings_summary,
    *_FIXED_ROUTES,
)
"""The pages of a generated story that an imported story has, too."""


def _collect_routes(*modules: ModuleType) -> list[Route]:
    found = (each for module in modules for each in vars(module).values())
    return [each for each in found if isinstance(each, Route)]


def desk_app(views: ProjectViews) -> Starlette:
    """Return the web application for the project of ``views``; the caller closes ``views``."""
    own = [*_collect_routes(*_OWN_PAGES), *_FIXED_ROUTES]
    app = Starlette(
        routes=[*_collect_routes(imported_page), *_SHARED_ROUTES] if views.is_imported else own,
        middleware=[Middleware(FormRedirects)],
        exception_handlers={404: _not_found, QuestFoundryError: _show_error, 500: _show_error},
    )
    app.state.views = views
    return app


@asynccontextmanager
async def open_project_views(
    container: ProjectContainer, work: BackgroundTask
) -> AsyncIterator[ProjectViews]:
    """Yield the data for an open project's pages; at the end, stop ``work`` and close the data."""
    kind = ImportedViews if container.source() else ProjectViews
    views = kind(Project(container), work)
    try:
        yield views
    finally:
        await work.stop()
        await views.close()


async def _not_found(request: Request, _: Exception) -> Response:
    return _render_problem(
        request, "This page does not exist. Go back to the overview.", code=404, refused=False
    )


async def _show_error(request: Request, problem: Exception) -> Response:
    text = error_message(problem)
    code = 400 if isinstance(problem, QuestFoundryError) else 500
    return _render_problem(request, text, code=code, refused=get_views(request).has_invalid_edit)


def _render_problem(request: Request, text: str, *, code: int, refused: bool) -> Response:
    if "hx-request" in request.headers:
        return HTMLResponse(render("notice.html", problem=text), status_code=code)
    return render_page(request, "problem.html", code=code, problem=text, refused=refused)
