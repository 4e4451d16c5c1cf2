"""The desk as an application: its addresses, and what is said where something goes wrong."""

from __future__ import annotations

import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from questfoundry.cli.desk import (
    bible_page,
    books_page,
    comments_page,
    drafts_page,
    edit_page,
    imported_page,
    map_page,
    overview_page,
    passage_page,
    play_page,
    run_page,
    studio_page,
    text_page,
)
from questfoundry.cli.desk.project_views import ProjectViews
from questfoundry.cli.desk.rendering import alive, get_views, page, render, static
from questfoundry.cli.desk.sending import Sending
from questfoundry.cli.errors import error_message
from questfoundry.composition.environment import Environment
from questfoundry.domain.errors import QuestFoundryError

_ROUTES = (
    Route("/", overview_page.overview),
    Route("/projects", overview_page.projects),
    Route("/map", map_page.map_),
    Route("/passage/{slug}", passage_page.passage),
    Route("/passage/{slug}/read", passage_page.read_by),
    Route("/passage/{slug}/edit", edit_page.editor),
    Route("/passage/{slug}/edit", edit_page.save, methods=["POST"]),
    Route("/passage/{slug}/names", edit_page.names, methods=["POST"]),
    Route("/passage/{slug}/compare", edit_page.compare),
    Route("/passage/{slug}/comment/{number:int}", comments_page.comment),
    Route("/passage/{slug}/comment/{number:int}", comments_page.add, methods=["POST"]),
    Route("/passage/{slug}/comments", comments_page.remove, methods=["POST"]),
    Route("/passage/{slug}/rewrite", run_page.rewrite, methods=["POST"]),
    Route("/passage/{slug}/takes", drafts_page.takes),
    Route("/passage/{slug}/takes", drafts_page.make, methods=["POST"]),
    Route("/passage/{slug}/takes/choose", drafts_page.choose, methods=["POST"]),
    Route("/play", play_page.play),
    Route("/text", text_page.text),
    Route("/run", run_page.run),
    Route("/run", run_page.start, methods=["POST"]),
    Route("/run/decide", run_page.decide, methods=["POST"]),
    Route("/run/anew", run_page.regenerate, methods=["POST"]),
    Route("/run/keep", run_page.keep, methods=["POST"]),
    Route("/stop", run_page.stop, methods=["POST"]),
    Route("/live", run_page.live),
    Route("/bible", bible_page.bible),
    Route("/bible", bible_page.add, methods=["POST"]),
    Route("/bible/rename/{name:path}", bible_page.rename, methods=["POST"]),
    Route("/bible/remove/{name:path}", bible_page.remove, methods=["POST"]),
    Route("/bible/{name:path}", bible_page.text),
    Route("/bible/{name:path}", bible_page.save, methods=["POST"]),
    Route("/books", books_page.books),
    Route("/books", books_page.add, methods=["POST"]),
    Route("/books/{slug}", books_page.book),
    Route("/books/{slug}", books_page.ask, methods=["POST"]),
    Route("/books/{slug}/{number:int}", books_page.book),
    Route("/books/{slug}/{number:int}", books_page.ask, methods=["POST"]),
    Route("/talk", studio_page.talks),
    Route("/talk", studio_page.begin, methods=["POST"]),
    Route("/talk/{number:int}", studio_page.talk),
    Route("/talk/{number:int}", studio_page.say, methods=["POST"]),
    Route("/talk/{number:int}/answer", studio_page.answer, methods=["POST"]),
    Route("/talk/{number:int}/go-on", studio_page.go_on, methods=["POST"]),
    Route("/talk/{number:int}/stop", studio_page.stop, methods=["POST"]),
    Route("/talk/{number:int}/live", studio_page.live),
    Route("/findings", overview_page.findings),
    Route("/findings/brief", overview_page.findings_in_brief),
    Route("/ship", overview_page.ship, methods=["POST"]),
    Route("/restore", overview_page.restore, methods=["POST"]),
    Route("/files/{name}", overview_page.send_export),
    Route("/alive", alive),
    Route("/static/{name}", static),
)


_OF_IMPORTED = (
    Route("/", imported_page.overview),
    Route("/projects", overview_page.projects),
    Route("/map", map_page.map_),
    Route("/passage/{slug}", imported_page.passage),
    Route("/passage/{slug}/read", passage_page.read_by),
    Route("/passage/{slug}/rewrite", imported_page.rewrite, methods=["POST"]),
    Route("/play", play_page.play),
    Route("/run", imported_page.run),
    Route("/stop", run_page.stop, methods=["POST"]),
    Route("/live", run_page.live),
    Route("/undo", imported_page.undo, methods=["POST"]),
    Route("/ship", imported_page.give_back, methods=["POST"]),
    Route("/findings", overview_page.findings),
    Route("/findings/brief", overview_page.findings_in_brief),
    Route("/alive", alive),
    Route("/static/{name}", static),
)


def desk_app(views: ProjectViews) -> Starlette:
    """The pages over one project; the caller closes what it opened."""
    app = Starlette(
        routes=_OF_IMPORTED if views.imported else _ROUTES,
        middleware=[Middleware(Sending)],
        exception_handlers={404: _not_found, QuestFoundryError: _told, 500: _told},
    )
    app.state.views = views
    return app


async def _not_found(request: Request, _: Exception) -> Response:
    return _problem(request, "There is no such page here.", code=404, refused=False)


async def _told(request: Request, problem: Exception) -> Response:
    """What went wrong, as a page or as a part of the one that is shown."""
    said = Environment.read(os.environ).redact.redact(error_message(problem, None))
    code = 400 if isinstance(problem, QuestFoundryError) else 500
    return _problem(request, said, code=code, refused=get_views(request).refused)


def _problem(request: Request, said: str, *, code: int, refused: bool) -> Response:
    if "hx-request" in request.headers:
        return HTMLResponse(render("notice.html", problem=said), status_code=code)
    return page(request, "problem.html", code=code, problem=said, refused=refused)
