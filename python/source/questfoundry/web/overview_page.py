"""The overview of stages, findings and exports, and the page that generates the story."""

from contextlib import suppress
from typing import Any
from urllib.parse import quote

from attrs import fields
from starlette.responses import HTMLResponse, Response

from questfoundry.app.pipeline.plan import PlannedAction
from questfoundry.app.playing.routes import encode_route
from questfoundry.app.run.spend_meter import add_ledgers
from questfoundry.app.shipping.manifest import ExportManifest, read_manifest
from questfoundry.app.structure.census import count_story
from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.artifacts.version import Summary
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.goal import MOST_WORDS, WritingGoal
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.size import Size
from questfoundry.presentation.plan_view import (
    describe_difference,
    describe_stage_plan,
    format_expectation,
)
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    action,
    async_action,
    page,
    render,
    render_page,
    stream_events,
)


@page("/", "overview.html")
def show_overview(request: PageRequest) -> dict[str, Any]:
    views, story, shipped = request.views, request.views.story(), _read_manifest(request.views)
    return {
        "story": story,
        "status": views.project.status(),
        "figures": count_story(story) if story.structure else None,
        "summaries": views.get_cached("summaries", lambda: _summarize_stages(views)),
        "spent": add_ledgers([each.ledger for each in views.project.container.runs().list()]),
        "files": shipped.files if shipped else (),
        "goal": views.project.container.measure_goal().execute(),
        "most_words": MOST_WORDS,
    }


@action("/goal")
def set_goal(request: PageRequest) -> ActionResult:
    """Store the author's goal; a goal without numbers is removed."""
    numbers = {each.name: _read_words(request.form.get(each.name)) for each in fields(WritingGoal)}
    request.views.project.container.author_goal().write(WritingGoal(**numbers))
    return "/#goal"


def _read_words(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and int(text) <= MOST_WORDS):
        raise InputError(f"{text!r} is not a number of words. Enter 1 to {MOST_WORDS:,}.")
    return int(text or 0)


@async_action("/projects", method="GET")
async def redirect_to_projects(request: PageRequest) -> ActionResult:
    home = request.views.home
    return home() if home else "/"


@action("/findings/summary", method="GET")
def show_findings_summary(request: PageRequest) -> ActionResult:
    """Return the number of findings as a page fragment.

    The overview requests the fragment after it is shown.
    """
    return HTMLResponse(render("findings_summary.html", result=request.views.check()))


@page("/findings", "findings.html")
def show_findings(request: PageRequest) -> dict[str, Any]:
    views, result = request.views, request.views.check()
    structure = views.story().structure
    return {
        "result": result,
        "agency": views.measure_agency() if result and not result.errors else None,
        "with_titles": views.insert_titles,
        "titles": views.titles(),
        "source": {each.id: each.source for each in structure.choices} if structure else {},
        "routes": _counterexample_routes(structure, result) if structure and result else {},
    }


@action("/restore", sync=False)
def restore(request: PageRequest) -> ActionResult:
    request.views.project.container.restore_files().execute()
    return "/"


@action("/ship")
def ship(request: PageRequest) -> ActionResult:
    request.views.project.ship()
    return "/#files"


@action("/files/{name}", method="GET", sync=False)
def send_export(request: PageRequest) -> ActionResult:
    """Send a listed export, always as an attachment, so that it is never a page of the desk."""
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
        content, media_type="application/octet-stream", headers={"Content-Disposition": disposition}
    )


def _counterexample_routes(structure: Structure, result: CheckResult) -> dict[tuple[str, ...], str]:
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
    container, summaries = views.project.container, dict[str, Summary]()
    for stage in container.registry().artifacts:
        current = container.store().artifacts.current(stage.name)
        if current is not None:
            summaries[stage.name] = stage.build_summary(views.story(), stage.read(current.data))
    return summaries


def _read_manifest(views: ProjectViews) -> ExportManifest | None:
    return read_manifest(views.project.container.export_folder())


@async_action("/run", method="GET")
async def show_plan(request: PageRequest) -> ActionResult:
    views = request.views
    if views.task.is_running:
        return render_page(request.http, "running.html", task=views.task)
    plan = await views.do(lambda: _load_plan(views))
    return render_page(request.http, "run.html", task=views.task, **plan)


@async_action("/run")
async def start(request: PageRequest) -> ActionResult:
    views, form = request.views, request.form

    async def work() -> TaskOutcome:
        result = await views.project.run(
            form.get("idea"),
            budget=form.get("budget") or None,
            reviewer=views.task if form.get("review") else None,
            replace_edits=bool(form.get("replace")),
            size=form.get("size") or None,
        )
        finished = ", ".join(each.version.stage.upper() for each in result.stage_results)
        text = f"Finished: {finished}." if finished else "Nothing to do: everything is up to date."
        if not finished and (await views.do(views.project.status)).differing:
            text = "All passages have a text. Some are listed below for you to judge."
        return TaskOutcome(text=f"{text} The files are exported." if result.ship_result else text)

    return PlannedTask(title="Generating the story", work=work, page="/run")


@async_action("/run/regenerate")
async def regenerate(request: PageRequest) -> ActionResult:
    """Regenerate one stage with a note; later stages are not brought up to date."""
    project, stage, note = (
        request.views.project,
        request.form.get("stage"),
        request.form.get("note"),
    )
    if not note:
        raise InputError("The note is empty. Enter what should be different.")
    project.container.registry().get(stage)

    async def work() -> TaskOutcome:
        await project.run_stage(stage, redo=note)
        text = f"Regenerated {stage.upper()}. Continue to bring the later stages up to date."
        return TaskOutcome(text=text)

    return PlannedTask(title=f"Regenerating {stage.upper()}", work=work, page="/run")


@action("/passage/{slug}/rewrite")
def rewrite(request: PageRequest) -> ActionResult:
    project, here, form = request.views.project, request.passage, request.form
    title, address = here.title or request.slug, f"/passage/{request.slug}"
    note = project.comments.build_note(here.id) if form.get("comments") else form.get("note")

    async def work() -> TaskOutcome:
        await project.rewrite(here.id, note)
        return TaskOutcome(text=f"Rewrote “{title}”.", address=f"{address}/compare")

    return PlannedTask(title=f"Rewriting “{title}”", work=work, page=address)


@async_action("/stop")
async def stop(request: PageRequest) -> ActionResult:
    await request.views.task.stop()
    return "/run"


@async_action("/run/decide")
async def decide(request: PageRequest) -> ActionResult:
    form = request.form
    request.views.task.answer(form.get("note") if form.get("do") == "regenerate" else "")
    return "/run"


@action("/run/keep")
def keep(request: PageRequest) -> ActionResult:
    request.views.project.keep()
    return "/run"


@async_action("/live", method="GET")
async def stream_progress(request: PageRequest) -> ActionResult:
    task = request.views.task
    return stream_events("progress", task.changes(), lambda: render("progress.html", task=task))


def _load_plan(views: ProjectViews) -> dict[str, Any]:
    plan = views.project.plan()
    differing = [each for stage in plan.stages for each in stage.differing]
    return {
        "plan": plan,
        "differing": [(each, views.name_flags(describe_difference(each))) for each in differing],
        "titles": views.titles(),
        "is_mine": views.project.container.own_words() is not None,
        "actions": {each.stage: describe_stage_plan(each) for each in plan.stages},
        "expected": format_expectation(plan) if plan.estimate.calls else "",
        "is_finished": all(each.action is PlannedAction.KEPT for each in plan.stages),
        "is_started": views.story().vision is not None,
        "idea": views.idea or views.project.material.idea(),
        "sizes": tuple(Size),
        "finished_stages": [each.stage for each in views.project.status().stages if each.version],
    }
