"""The pages of a story that was imported: what it is, its passages, and one written anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.cli.desk.background_task import TaskOutcome
from questfoundry.cli.desk.forms import form_of
from questfoundry.cli.desk.imported_story import ImportedBench
from questfoundry.cli.desk.rendering import bench_of, page
from questfoundry.composition.imports import export_source
from questfoundry.domain.file_place import FilePlace
from questfoundry.domain.ids import slug_of


async def overview(request: Request) -> Response:
    """What was imported, and what can be done with it."""
    bench = _bench(request)

    def found() -> dict[str, Any]:
        shown, paths = bench.load_story(), bench.project.container.settings().paths
        structure = shown.story.existing_structure
        return {
            "story": shown.story,
            "passages": len(structure.passages),
            "choices": len(structure.choices),
            "words": sum(shown.found.words.values()),
            "unmodelled": [
                (_within(each.place, paths.source), each.what) for each in shown.found.unmodelled
            ],
            "files": sorted(_names(paths.source)),
            "folder": str(paths.source),
            "exports": str(paths.exports),
            "given_back": "given" in request.query_params,
        }

    return page(request, "imported.html", **await bench.do(found))


async def passage(request: Request) -> Response:
    """Its text as it stands in its file, and where it leads."""
    bench, slug = _bench(request), request.path_params["slug"]

    def found() -> dict[str, Any]:
        shown, here = bench.load_story(), bench.passage(slug)
        structure = shown.story.existing_structure
        order = [each.id for each in structure.passages]
        at, name = order.index(here.id), shown.names[here.id]
        paths = bench.project.container.settings().paths
        return {
            "passage": here,
            "text": bench.text(here.id),
            "place": _within(shown.found.places.get(name), paths.source),
            "words": shown.found.words.get(name),
            "unmodelled": [
                (_within(each.place, paths.source), each.what)
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
            "way": request.query_params.get("way"),
        }

    return page(request, "imported_passage.html", **await bench.do(found))


async def rewrite(request: Request) -> Response:
    """Have its prose written anew, as the wish says; its code stays."""
    bench, slug = _bench(request), request.path_params["slug"]
    form = await form_of(request)
    name = await bench.do(lambda: bench.load_story().names[bench.passage(slug).id])
    container = bench.project.container

    async def work() -> TaskOutcome:
        await container.rewrite_source().execute(name, form.one("wish"))
        text = f"“{name}” is written anew; its code is as it was."
        return TaskOutcome(text=text, address=f"/passage/{slug}")

    what, page = f"“{name}” is being written anew", f"/passage/{slug}"
    bench.work.start(what, work, container.prices(), page=page, form=form)
    return RedirectResponse("/run", status_code=303)


async def run(request: Request) -> Response:
    """How that goes, and what came of it."""
    bench = _bench(request)
    if not bench.work.what:
        return RedirectResponse("/", status_code=303)
    return page(request, "running.html", work=bench.work)


async def undo(request: Request) -> Response:
    """Take the newest rewrite back."""
    bench = _bench(request)
    undone = await bench.do(bench.project.container.undo_rewrite().execute)
    number = await bench.do(lambda: bench.load_story().ids[undone.passage])
    return RedirectResponse(f"/passage/{slug_of(number)}", status_code=303)


async def give_back(request: Request) -> Response:
    """Write its files to ``exports/``."""
    bench = _bench(request)
    container = bench.project.container

    def work() -> None:
        if source := container.source():
            export_source(source, container.settings().paths.exports)

    await bench.do(work)
    return RedirectResponse("/?given=yes#files", status_code=303)


def _bench(request: Request) -> ImportedBench:
    return cast(ImportedBench, bench_of(request))  # these pages are of no other bench


def _within(place: FilePlace | None, folder: Path) -> str:
    """Where it stands, by the file's name below the folder."""
    if place is None:
        return ""
    file = Path(place.file)
    name = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else place.file
    return f"{name}, line {place.line}"


def _names(folder: Path) -> list[str]:
    return [each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()]
