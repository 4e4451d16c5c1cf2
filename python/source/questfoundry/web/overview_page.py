"""Serve the overview: the state of every stage, the findings, the usage, and the exported files."""

from contextlib import suppress
from typing import Any
from urllib.parse import quote

from starlette.responses import HTMLResponse, Response

from questfoundry.app.playing.routes import encode_route
from questfoundry.app.run.spend_meter import add_ledgers
from questfoundry.app.shipping.manifest import ExportManifest, read_manifest
from questfoundry.app.structure.check import CheckResult
from questfoundry.app.structure.word_counts import count_story
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Structure
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    action,
    async_action,
    page,
    render,
)


@page("/", "overview.html")
def show_overview(request: PageRequest) -> dict[str, Any]:
    """Show the overview of the project."""
    views, story, shipped = request.views, request.views.story(), _read_manifest(request.views)
    return {
        "story": story,
        "status": views.project.status(),
        "figures": count_story(story) if story.structure else None,
        "summaries": views.get_cached("summaries", lambda: _summarize_stages(views)),
        "spent": add_ledgers([each.ledger for each in views.project.container.runs().list()]),
        "files": shipped.files if shipped else (),
    }


@async_action("/projects", method="GET")
async def redirect_to_projects(request: PageRequest) -> ActionResult:
    """Redirect to the list of projects from which this desk was opened.

    If it was opened directly, redirect to the overview.
    """
    return request.views.home or "/"


@action("/findings/summary", method="GET")
def show_findings_summary(request: PageRequest) -> ActionResult:
    """Return the number of findings as a page fragment.

    The overview requests the fragment after it is shown.
    """
    return HTMLResponse(render("findings_summary.html", result=request.views.check()))


@page("/findings", "findings.html")
def show_findings(request: PageRequest) -> dict[str, Any]:
    """Show all findings of the checks.

    A finding that a playthrough can demonstrate has a route.
    """
    views, result = request.views, request.views.check()
    structure = views.story().structure
    return {
        "result": result,
        "with_titles": views.insert_titles,
        "titles": views.titles(),
        "source": {each.id: each.source for each in structure.choices} if structure else {},
        "routes": _counterexample_routes(structure, result) if structure and result else {},
    }


@action("/restore", sync=False)
def restore(request: PageRequest) -> ActionResult:
    """Discard invalid edits of artifact files and restore the files' last valid content."""
    request.views.project.container.restore_files().execute()
    return "/"


@action("/ship")
def ship(request: PageRequest) -> ActionResult:
    """Export all files again."""
    request.views.project.ship()
    return "/#files"


@action("/files/{name}", method="GET", sync=False)
def send_export(request: PageRequest) -> ActionResult:
    """Send a file that the export manifest lists as a download; answer 404 for any other name.

    The file is always an attachment, so that the browser never shows it as a page of the desk.
    """
    entries, name = _read_manifest(request.views), request.name
    known = entries and any(each.name == name for each in entries.files)
    content = request.views.project.container.export_folder().read(name) if known else None
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


def _summarize_stages(views: ProjectViews) -> dict[str, Summary]:
    """Return a summary of the current artifact of each stage that has one, by stage name."""
    container, summaries = views.project.container, dict[str, Summary]()
    for stage in container.registry().artifacts:
        current = container.store().artifacts.current(stage.name)
        if current is not None:
            summaries[stage.name] = stage.build_summary(views.story(), stage.read(current.data))
    return summaries


def _read_manifest(views: ProjectViews) -> ExportManifest | None:
    return read_manifest(views.project.container.export_folder())
