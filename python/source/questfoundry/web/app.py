"""The web application over one project: its routes, its data, and its error pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

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
    bible_page,
    books_page,
    drafts_page,
    edit_page,
    imported_page,
    map_page,
    overview_page,
    passage_page,
    run_page,
    studio_page,
    text_page,
)
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.forms import FormRedirects
from questfoundry.web.imported_page import ImportedViews
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    get_views,
    render,
    render_page,
    serve_static,
    show_instance,
)

_SHARED_ROUTES = (
    Route("/projects", overview_page.redirect_to_projects),
    Route("/map", map_page.show_map),
    Route("/passage/{slug}/read", passage_page.read_as),
    Route("/play", passage_page.show_play),
    Route("/stop", run_page.stop, methods=["POST"]),
    Route("/live", run_page.stream_progress),
    Route("/findings", overview_page.show_findings),
    Route("/findings/summary", overview_page.show_findings_summary),
    Route("/alive", show_instance),
    Route("/static/{name}", serve_static),
)
_ROUTES = (
    *_SHARED_ROUTES,
    Route("/", overview_page.show_overview),
    Route("/passage/{slug}", passage_page.show_passage),
    Route("/passage/{slug}/edit", edit_page.show_editor),
    Route("/passage/{slug}/edit", edit_page.save, methods=["POST"]),
    Route("/passage/{slug}/names", edit_page.rename, methods=["POST"]),
    Route("/passage/{slug}/compare", edit_page.show_comparison),
    Route("/passage/{slug}/comment/{number:int}", text_page.show_comment_form),
    Route("/passage/{slug}/comment/{number:int}", text_page.add_comment, methods=["POST"]),
    Route("/passage/{slug}/comments", text_page.delete_comments, methods=["POST"]),
    Route("/passage/{slug}/rewrite", run_page.rewrite, methods=["POST"]),
    Route("/passage/{slug}/drafts", drafts_page.show_drafts),
    Route("/passage/{slug}/drafts", drafts_page.create, methods=["POST"]),
    Route("/passage/{slug}/drafts/choose", drafts_page.choose, methods=["POST"]),
    Route("/text", text_page.show_text),
    Route("/run", run_page.show_plan),
    Route("/run", run_page.start, methods=["POST"]),
    Route("/run/decide", run_page.decide, methods=["POST"]),
    Route("/run/regenerate", run_page.regenerate, methods=["POST"]),
    Route("/run/keep", run_page.keep, methods=["POST"]),
    Route("/bible", bible_page.show_bible),
    Route("/bible", bible_page.add, methods=["POST"]),
    Route("/bible/rename/{name:path}", bible_page.rename, methods=["POST"]),
    Route("/bible/delete/{name:path}", bible_page.delete, methods=["POST"]),
    Route("/bible/{name:path}", bible_page.show_text),
    Route("/bible/{name:path}", bible_page.save, methods=["POST"]),
    Route("/books", books_page.show_books),
    Route("/books", books_page.add, methods=["POST"]),
    Route("/books/{slug}", books_page.show_book),
    Route("/books/{slug}", books_page.ask, methods=["POST"]),
    Route("/books/{slug}/{number:int}", books_page.show_book),
    Route("/books/{slug}/{number:int}", books_page.ask, methods=["POST"]),
    Route("/chat", studio_page.show_chats),
    Route("/chat", studio_page.start, methods=["POST"]),
    Route("/chat/{number:int}", studio_page.show_chat),
    Route("/chat/{number:int}", studio_page.send, methods=["POST"]),
    Route("/chat/{number:int}/answer", studio_page.answer, methods=["POST"]),
    Route("/chat/{number:int}/continue", studio_page.resume, methods=["POST"]),
    Route("/chat/{number:int}/stop", studio_page.stop, methods=["POST"]),
    Route("/chat/{number:int}/live", studio_page.stream),
    Route("/ship", overview_page.ship, methods=["POST"]),
    Route("/restore", overview_page.restore, methods=["POST"]),
    Route("/files/{name}", overview_page.send_export),
)
_IMPORTED_ROUTES = (
    *_SHARED_ROUTES,
    Route("/", imported_page.show_overview),
    Route("/passage/{slug}", imported_page.show_passage),
    Route("/passage/{slug}/rewrite", imported_page.rewrite, methods=["POST"]),
    Route("/run", imported_page.show_run),
    Route("/undo", imported_page.undo, methods=["POST"]),
    Route("/ship", imported_page.export, methods=["POST"]),
)


def desk_app(views: ProjectViews) -> Starlette:
    """Return the web application with the pages of one project; the caller closes ``views``."""
    app = Starlette(
        routes=_IMPORTED_ROUTES if views.is_imported else _ROUTES,
        middleware=[Middleware(FormRedirects)],
        exception_handlers={404: _not_found, QuestFoundryError: _show_error, 500: _show_error},
    )
    app.state.views = views
    return app


@asynccontextmanager
async def open_project_views(
    container: ProjectContainer, work: BackgroundTask
) -> AsyncIterator[ProjectViews]:
    """Yield the views of an open project, for an imported or a generated story.

    At the end ``work`` is stopped and the views are closed.
    """
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
    """Return the redacted error message as a notice for htmx requests, otherwise as a whole page.

    A ``QuestFoundryError`` has the status 400, any other exception 500.
    """
    text = error_message(problem)
    code = 400 if isinstance(problem, QuestFoundryError) else 500
    return _render_problem(request, text, code=code, refused=get_views(request).has_invalid_edit)


def _render_problem(request: Request, text: str, *, code: int, refused: bool) -> Response:
    if "hx-request" in request.headers:
        return HTMLResponse(render("notice.html", problem=text), status_code=code)
    return render_page(request, "problem.html", code=code, problem=text, refused=refused)
