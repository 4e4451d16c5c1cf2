"""Serve the page that generates the story: the plan, the progress, and decisions between stages."""

from typing import Any

from questfoundry.app.pipeline.plan import PlannedAction
from questfoundry.composition.project.run_options import RunOptions
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.size import Size
from questfoundry.presentation.plan_view import describe_stage_plan, format_expectation
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    action,
    async_action,
    render,
    render_page,
    stream_events,
)


@async_action("/run", method="GET")
async def show_plan(request: PageRequest) -> ActionResult:
    """Show what the next run would generate, or the progress if a task is running."""
    views = request.views
    if views.task.is_running:
        return render_page(request.http, "running.html", task=views.task)
    plan = await views.do(lambda: _load_plan(views))
    return render_page(request.http, "run.html", task=views.task, **plan)


@async_action("/run")
async def start(request: PageRequest) -> ActionResult:
    """Start a run that generates all missing and stale stages within the submitted budget."""
    views, form = request.views, request.form
    options = RunOptions(size=form.get("size")) if form.get("size") else RunOptions()

    async def work() -> TaskOutcome:
        result = await views.project.run(
            form.get("idea"),
            budget=form.get("budget") or None,
            reviewer=views.task if form.get("review") else None,
            replace_edits=bool(form.get("replace")),
            **options,
        )
        finished = ", ".join(each.version.stage.upper() for each in result.stage_results)
        text = f"Finished: {finished}." if finished else "Nothing to do: everything is up to date."
        return TaskOutcome(text=f"{text} The files are exported." if result.ship_result else text)

    return PlannedTask(title="Generating the story", work=work, page="/run")


@async_action("/run/regenerate")
async def regenerate(request: PageRequest) -> ActionResult:
    """Start a task that regenerates one stage from its earlier discussion with the submitted note.

    Raise ``InputError`` if the note is empty. Later stages are not brought up to date.
    """
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
    """Start a task that rewrites a passage, guided by the submitted note.

    If the form says so, the comments on the passage replace the note.
    """
    project, here, form = request.views.project, request.passage, request.form
    title, address = here.title or request.slug, f"/passage/{request.slug}"
    note = project.comments.build_note(here.id) if form.get("comments") else form.get("note")

    async def work() -> TaskOutcome:
        await project.rewrite(here.id, note)
        return TaskOutcome(text=f"Rewrote “{title}”.", address=f"{address}/compare")

    return PlannedTask(title=f"Rewriting “{title}”", work=work, page=address)


@async_action("/stop")
async def stop(request: PageRequest) -> ActionResult:
    """Stop the running task."""
    await request.views.task.stop()
    return "/run"


@async_action("/run/decide")
async def decide(request: PageRequest) -> ActionResult:
    """Pass the author's decision to the stage that waits for a review."""
    form = request.form
    request.views.task.answer(form.get("note") if form.get("do") == "regenerate" else "")
    return "/run"


@action("/run/keep")
def keep(request: PageRequest) -> ActionResult:
    """Accept all stale artifacts without regenerating them."""
    request.views.project.keep()
    return "/run"


@async_action("/live", method="GET")
async def stream_progress(request: PageRequest) -> ActionResult:
    """Stream the progress of the task as server-sent events; the last one is called ``over``."""
    task = request.views.task
    return stream_events("progress", task.changes(), lambda: render("progress.html", task=task))


def _load_plan(views: ProjectViews) -> dict[str, Any]:
    plan = views.project.plan()
    return {
        "plan": plan,
        "actions": {each.stage: describe_stage_plan(each) for each in plan.stages},
        "expected": format_expectation(plan) if plan.estimate.calls else "",
        "is_finished": all(each.action is PlannedAction.KEPT for each in plan.stages),
        "is_started": views.story().vision is not None,
        "idea": views.idea or views.project.material.idea(),
        "sizes": tuple(Size),
        "finished_stages": [each.stage for each in views.project.status().stages if each.version],
    }
