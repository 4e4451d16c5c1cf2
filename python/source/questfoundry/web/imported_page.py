"""Serve the pages of an imported story: overview, passages, rewriting and export."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.composition.wiring.imports import export_source
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.file_place import FilePlace
from questfoundry.web.background_task import TaskOutcome
from questfoundry.web.forms import read_form
from questfoundry.web.imported_story import ImportedViews
from questfoundry.web.rendering import get_views, render_page


async def show_overview(request: Request) -> Response:
    """Show what was imported, what could not be interpreted, and the actions for the story."""
    views = _views(request)

    def load() -> dict[str, Any]:
        shown, paths = views.load_story(), views.project.container.settings().paths
        structure = shown.story.existing_structure
        return {
            "story": shown.story,
            "passages": len(structure.passages),
            "choices": len(structure.choices),
            "words": sum(shown.found.words.values()),
            "unmodelled": [
                (_describe_place(each.place, paths.source), each.what)
                for each in shown.found.unmodelled
            ],
            "files": sorted(_list_files(paths.source)),
            "folder": str(paths.source),
            "exports": str(paths.exports),
            "exported": "exported" in request.query_params,
        }

    return render_page(request, "imported.html", **await views.do(load))


async def show_passage(request: Request) -> Response:
    """Show the source text of a passage, its place in its file, and its choices."""
    views, slug = _views(request), request.path_params["slug"]

    def load() -> dict[str, Any]:
        shown, here = views.load_story(), views.passage(slug)
        structure = shown.story.existing_structure
        order = [each.id for each in structure.passages]
        at, name = order.index(here.id), shown.names[here.id]
        paths = views.project.container.settings().paths
        return {
            "passage": here,
            "text": views.text(here.id),
            "place": _describe_place(shown.found.places.get(name), paths.source),
            "words": shown.found.words.get(name),
            "unmodelled": [
                (_describe_place(each.place, paths.source), each.what)
                for each in shown.found.unmodelled
                if each.passage == name
            ],
            "titles": {each.id: each.title for each in structure.passages},
            "choices": structure.outgoing_choices(here.id),
            "comes_from": tuple(
                dict.fromkeys(each.source for each in structure.incoming_choices(here.id))
            ),
            "previous": order[at - 1] if at else "",
            "next": order[at + 1] if at + 1 < len(order) else "",
            "route": request.query_params.get("route"),
        }

    return render_page(request, "imported_passage.html", **await views.do(load))


async def rewrite(request: Request) -> Response:
    """Start a task that rewrites the prose of a passage, guided by the submitted note.

    The code in the passage stays unchanged.
    """
    views, slug = _views(request), request.path_params["slug"]
    form = await read_form(request)
    name = await views.do(lambda: views.load_story().names[views.passage(slug).id])
    container = views.project.container

    async def work() -> TaskOutcome:
        await container.rewrite_source().execute(name, form.get("note"))
        text = f"Rewrote “{name}”. Its code is unchanged."
        return TaskOutcome(text=text, address=f"/passage/{slug}")

    task, page = f"Rewriting “{name}”", f"/passage/{slug}"
    views.task.start(task, work, container.prices(), page=page, form=form)
    return RedirectResponse("/run", status_code=303)


async def show_run(request: Request) -> Response:
    """Show the progress and the outcome of the newest rewrite.

    Redirect to the overview if nothing was rewritten.
    """
    views = _views(request)
    if not views.task.title:
        return RedirectResponse("/", status_code=303)
    return render_page(request, "running.html", task=views.task)


async def undo(request: Request) -> Response:
    """Undo the newest rewrite and redirect to its passage."""
    views = _views(request)
    undone = await views.do(views.project.container.undo_rewrite().execute)
    number = await views.do(lambda: views.load_story().ids[undone.passage])
    return RedirectResponse(f"/passage/{slug_of(number)}", status_code=303)


async def export(request: Request) -> Response:
    """Write the story's files to ``exports/``."""
    views = _views(request)
    container = views.project.container

    def work() -> None:
        if source := container.source():
            export_source(source, container.settings().paths.exports)

    await views.do(work)
    return RedirectResponse("/?exported=yes#files", status_code=303)


def _views(request: Request) -> ImportedViews:
    return cast(
        ImportedViews, get_views(request)
    )  # the routes of these pages belong to imported stories only


def _describe_place(place: FilePlace | None, folder: Path) -> str:
    """Return the path of the file, relative to ``folder``, and the line.

    The text is empty if ``place`` is ``None``.
    """
    if place is None:
        return ""
    file = Path(place.file)
    name = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else place.file
    return f"{name}, line {place.line}"


def _list_files(folder: Path) -> list[str]:
    return [each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()]
