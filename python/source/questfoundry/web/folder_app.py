"""Serve the list of projects in a folder or database, and open, create and import projects."""

import asyncio
from typing import Any
from urllib.parse import quote

from attrs import fields
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from questfoundry.app.stages.brainstorm.sections import find_fitting_size
from questfoundry.composition.project.import_material import STORIES, SUFFIXES, ImportableMaterial
from questfoundry.composition.project.own_story import OwnStory
from questfoundry.composition.project.projects import FoundProject
from questfoundry.composition.project.workplace import StoredProject
from questfoundry.domain.errors import QuestFoundryError, SettingsError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.text.digest import digest
from questfoundry.presentation.errors import error_message
from questfoundry.presentation.plan_view import describe_progress
from questfoundry.web.folder import ProjectDesks
from questfoundry.web.forms import FormRedirects, is_page_form, read_form
from questfoundry.web.rendering import render, serve_static
from questfoundry.web.server import UPLOADS

_ACCEPTED = ",".join(
    each for each in (*STORIES, ".zip", *SUFFIXES) if each.startswith(".") and each != ".scriv"
)
"""The suffixes that the file dialog accepts, without ``.scriv``: such projects are folders."""


def folder_app(desks: ProjectDesks) -> Starlette:
    """Return the web application with the list of projects; the caller closes ``desks``."""
    app = Starlette(
        routes=(
            Route("/", _show_projects),
            Route("/", _create, methods=["POST"]),
            Route("/own", _create_own, methods=["POST"]),
            Route("/open/{name}", _open),
            Route("/open/{name}", _trust, methods=["POST"]),
            Route(UPLOADS, _upload, methods=["POST"]),
            Route(f"{UPLOADS}/{{key}}", _preview),
            Route(f"{UPLOADS}/{{key}}", _import, methods=["POST"]),
            Route("/alive", _show_instance),
            Route("/static/{name}", serve_static),
        ),
        middleware=[Middleware(FormRedirects)],
        exception_handlers={QuestFoundryError: _show_error, 500: _show_error},
    )
    app.state.desks = desks
    return app


async def _show_projects(request: Request) -> Response:
    desks = _desks(request)
    found = await asyncio.to_thread(desks.projects.list_page, request.query_params.get("after", ""))
    shown = [(each, _describe(each), quote(each.project, safe="")) for each in found.projects]
    return _render_page(
        request,
        "folder.html",
        projects=shown,
        next_after=quote(found.next_after, safe=""),
        accepted=_ACCEPTED,
    )


def _describe(project: FoundProject | StoredProject) -> str:
    progress = describe_progress(project)
    if isinstance(project, StoredProject) and project.job:
        return f"{progress}; job {project.job} is {project.state}"
    return progress


async def _create(request: Request) -> Response:
    form = await read_form(request)
    return _redirect_to_desk(
        request, await _desks(request).create(form.get("idea"), form.get("name"))
    )


async def _create_own(request: Request) -> Response:
    form = await read_form(request)
    story = OwnStory(**{each.name: form.get(each.name) for each in fields(OwnStory)})
    return _redirect_to_desk(request, await _desks(request).create_own(story))


async def _open(request: Request) -> Response:
    lines: list[str] = []
    desks, name = _desks(request), request.path_params["name"]
    try:
        return RedirectResponse(await desks.find_address(name, shown_lines=lines), status_code=303)
    except SettingsError as problem:
        if SimpleAction.TRUST_PROJECT not in problem.remedies:
            raise
        shown = digest("\n".join(lines))
        return _render_page(request, "trust.html", name=name, lines=lines, digest=shown)


async def _trust(request: Request) -> Response:
    form, name = await read_form(request), request.path_params["name"]
    trusted = form.get("lines")
    return _redirect_to_desk(request, await _desks(request).find_address(name, trusted=trusted))


async def _upload(request: Request) -> Response:
    key = await _desks(request).uploads.add(request)
    return RedirectResponse(f"{UPLOADS}/{key}", status_code=303)


async def _preview(request: Request) -> Response:
    key = request.path_params["key"]
    found = _desks(request).uploads.find(key).content
    if isinstance(found, ImportableMaterial):
        fitting_size = find_fitting_size(found.names)
        return _render_page(
            request, "import_outline.html", key=key, found=found, fitting_size=fitting_size
        )
    files = {str(path): at for at, path in found.files.items()}
    return _render_page(
        request, "import_story.html", key=key, found=found, story=found.story, at=files
    )


async def _import(request: Request) -> Response:
    form, desks, key = await read_form(request), _desks(request), request.path_params["key"]
    if form.get("do") == "cancel":
        desks.uploads.drop(key)
        return RedirectResponse("/", status_code=303)
    return _redirect_to_desk(request, await desks.import_upload(key, form.get("name")))


async def _show_instance(request: Request) -> Response:
    return PlainTextResponse(_desks(request).instance)


async def _show_error(request: Request, problem: Exception) -> Response:
    text = error_message(problem)
    code = 400 if isinstance(problem, QuestFoundryError) else 500
    if is_page_form(request):
        return HTMLResponse(render("notice.html", problem=text), status_code=code)
    return _render_page(request, "problem.html", code=code, problem=text, refused=False)


def _redirect_to_desk(request: Request, address: str) -> Response:
    if is_page_form(request):
        return RedirectResponse(address, status_code=303)
    return HTMLResponse(render("redirect.html", address=address))


def _render_page(request: Request, template: str, *, code: int = 200, **values: Any) -> Response:
    common = {
        "project": "Projects",
        "instance": _desks(request).instance,
        "here": "/",
        "home": None,
    }
    return HTMLResponse(render(template, **{**common, **values}), status_code=code)


def _desks(request: Request) -> ProjectDesks:
    found: ProjectDesks = request.app.state.desks
    return found
