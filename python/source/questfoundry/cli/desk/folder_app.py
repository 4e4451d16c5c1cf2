"""The list of projects as an application: which there are, opening one, and beginning another."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from questfoundry.cli.desk.folder import ProjectDesks
from questfoundry.cli.desk.forms import form_of
from questfoundry.cli.desk.rendering import rendered, static
from questfoundry.cli.desk.sending import Sending, is_sent
from questfoundry.cli.errors import error_message
from questfoundry.cli.projects_command import standing
from questfoundry.composition.environment import Environment
from questfoundry.composition.projects import projects_in
from questfoundry.domain.errors import QuestFoundryError, SettingsError
from questfoundry.domain.remedy import Act


def folder_app(desks: ProjectDesks) -> Starlette:
    """The pages over a folder; the caller closes ``desks``."""
    app = Starlette(
        routes=(
            Route("/", _list),
            Route("/", _begin, methods=["POST"]),
            Route("/open/{name}", _open),
            Route("/open/{name}", _trust, methods=["POST"]),
            Route("/alive", _alive),
            Route("/static/{name}", static),
        ),
        middleware=[Middleware(Sending)],
        exception_handlers={QuestFoundryError: _told, 500: _told},
    )
    app.state.desks = desks
    return app


async def _list(request: Request) -> Response:
    desks = _desks(request)
    found = projects_in(desks.root, os.environ)
    shown = [(each, standing(each), quote(each.folder.name, safe="")) for each in found]
    return _page(request, "folder.html", projects=shown)


async def _begin(request: Request) -> Response:
    form = await form_of(request)
    return _gone_to(request, await _desks(request).begin(form.one("idea"), form.one("name")))


async def _open(request: Request) -> Response:
    asked: list[str] = []
    desks, name = _desks(request), request.path_params["name"]
    try:
        return RedirectResponse(await desks.address(name, asked=asked), status_code=303)
    except SettingsError as problem:
        if Act.TRUST_PROJECT not in problem.remedies:
            raise
        return _page(request, "trust.html", name=name, lines=asked)


async def _trust(request: Request) -> Response:
    form, name = await form_of(request), request.path_params["name"]
    lines = [value for field, value in form.fields if field == "line"]
    return _gone_to(request, await _desks(request).address(name, agreed=lines))


async def _alive(request: Request) -> Response:
    return PlainTextResponse(_desks(request).begun)


async def _told(request: Request, problem: Exception) -> Response:
    said = Environment.read(os.environ).redact.text(error_message(problem, None))
    code = 400 if isinstance(problem, QuestFoundryError) else 500
    if is_sent(request):
        return HTMLResponse(rendered("notice.html", problem=said), status_code=code)
    return _page(request, "problem.html", code=code, problem=said, refused=False)


def _gone_to(request: Request, address: str) -> Response:
    """By a page of its own: the policy lets no form lead to another origin."""
    if is_sent(request):
        return RedirectResponse(address, status_code=303)
    return HTMLResponse(rendered("gone_to.html", address=address))


def _page(request: Request, template: str, *, code: int = 200, **values: Any) -> Response:
    common = {"project": "Stories", "begun": _desks(request).begun, "here": "/", "home": None}
    return HTMLResponse(rendered(template, **{**common, **values}), status_code=code)


def _desks(request: Request) -> ProjectDesks:
    found: ProjectDesks = request.app.state.desks
    return found
