"""Serve the overview: the state of every stage, the findings, the usage, and the exported files."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from attrs import frozen
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from questfoundry.app.run.ledger import Ledger
from questfoundry.app.shipping.manifest import ExportManifest, read_manifest
from questfoundry.app.structure.check import CheckResult
from questfoundry.app.structure.word_counts import count_passage_words
from questfoundry.domain.artifacts.summary import Summary
from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.story import Story
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render, render_page
from questfoundry.web.route_address import encode_route
from questfoundry.web.titles import insert_titles


@frozen(kw_only=True)
class StoryFigures:
    """The figures of the story so far.

    ``passages``: The number of passages.
    ``written``: The number of passages that have prose.
    ``endings``: The number of different endings.
    ``words``: The number of words.
    """

    passages: int
    written: int
    endings: int
    words: int


async def show_overview(request: Request) -> Response:
    """Show the overview of the project."""
    views = get_views(request)
    return render_page(request, "overview.html", **await views.do(lambda: _load(views)))


async def redirect_to_projects(request: Request) -> Response:
    """Redirect to the list of projects from which this desk was opened.

    If it was opened directly, redirect to the overview.
    """
    return RedirectResponse(get_views(request).home or "/", status_code=303)


async def show_findings_summary(request: Request) -> Response:
    """Return the number of findings as a page fragment.

    The overview requests the fragment after it is shown.
    """
    views = get_views(request)
    return HTMLResponse(render("findings_summary.html", result=await views.do(views.check)))


async def show_findings(request: Request) -> Response:
    """Show all findings of the checks.

    A finding that a playthrough can demonstrate has a route.
    """
    views = get_views(request)

    def load() -> dict[str, Any]:
        result, story = views.check(), views.story()
        structure = story.structure
        choices = structure.choices if structure else ()
        passages = structure.passages if structure else ()
        return {
            "result": result,
            "with_titles": lambda text: insert_titles(text, structure),
            "titles": {each.id: each.title or each.id for each in passages},
            "source": {each.id: each.source for each in choices},
            "routes": _counterexample_routes(structure, result) if structure and result else {},
        }

    return render_page(request, "findings.html", **await views.do(load))


async def restore(request: Request) -> Response:
    """Discard invalid edits of artifact files and restore the files' last valid content."""
    views = get_views(request)
    await views.do_without_sync(views.project.container.restore_files().execute)
    return RedirectResponse("/", status_code=303)


async def ship(request: Request) -> Response:
    """Export all files again."""
    views = get_views(request)
    await views.do(views.project.ship)
    return RedirectResponse("/#files", status_code=303)


async def send_export(request: Request) -> Response:
    """Send a file that the export manifest lists as a download; answer 404 for any other name.

    The file is always an attachment, so that the browser never shows it as a page of the desk.
    """
    views, name = get_views(request), request.path_params["name"]
    folder = views.project.container.export_folder()
    entries = await views.do_without_sync(lambda: _read_manifest(views))
    known = entries and any(each.name == name for each in entries.files)
    content = folder.read(name) if known else None
    if content is None:
        return HTMLResponse(
            "There is no exported file of this name. Export the story, then reload the overview.",
            status_code=404,
        )
    disposition = f"attachment; filename*=utf-8''{quote(name)}"
    return Response(
        content,
        media_type="application/octet-stream",
        headers={"Content-Disposition": disposition},
    )


def _counterexample_routes(structure: Structure, result: CheckResult) -> dict[tuple[str, ...], str]:
    """Return the encoded route for each playable counterexample of a finding.

    A counterexample is a list of choices that shows that the finding is true.
    """
    routes: dict[tuple[str, ...], str] = {}
    for each in result.findings:
        # The counterexample of an unproven law may not be playable.
        with suppress(InputError):
            routes |= {
                shown: encode_route(structure, shown)
                for shown in [each.item.counterexample]
                if shown
            }
    return routes


def _load(views: ProjectViews) -> dict[str, Any]:
    story, container = views.story(), views.project.container
    shipped = _read_manifest(views)
    return {
        "story": story,
        "status": views.project.status(),
        "figures": _compute_figures(story) if story.structure else None,
        "summaries": views.get_cached("summaries", lambda: _summarize_stages(views)),
        "spent": _add_up([each.ledger for each in container.runs().list()]),
        "files": shipped.files if shipped else (),
    }


def _compute_figures(story: Story) -> StoryFigures:
    passages = story.existing_structure.passages
    return StoryFigures(
        passages=len(passages),
        written=sum(each.id in story.prose for each in passages),
        endings=len({each.ending for each in passages if each.ending}),
        words=sum(each.least for each in count_passage_words(story).values()),
    )


def _summarize_stages(views: ProjectViews) -> dict[str, Summary]:
    """Return a summary of the current artifact of each stage that has one, by stage name."""
    container, summaries = views.project.container, dict[str, Summary]()
    for stage in container.registry().artifacts:
        current = container.store().artifacts.current(stage.name)
        if current is not None:
            summaries[stage.name] = stage.build_summary(views.story(), stage.read(current.data))
    return summaries


def _add_up(ledgers: list[Ledger]) -> Ledger:
    costs = [each.cost for each in ledgers]
    known = [each for each in costs if each is not None]
    return Ledger(
        calls=sum(each.calls for each in ledgers),
        usage=sum((each.usage for each in ledgers), NO_USAGE),
        seconds=sum(each.seconds for each in ledgers),
        cost=sum(known, Decimal(0)) if len(known) == len(costs) else None,
    )


def _read_manifest(views: ProjectViews) -> ExportManifest | None:
    return read_manifest(views.project.container.export_folder())
