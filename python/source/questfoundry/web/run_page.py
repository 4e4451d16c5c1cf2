"""Serve the page that generates the story: the plan, the progress, and decisions between stages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from questfoundry.app.pipeline.plan import PlannedAction
from questfoundry.composition.project.run_options import RunOptions
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.size import Size
from questfoundry.presentation.plan_view import describe_stage_plan, format_expectation
from questfoundry.web.background_task import TaskOutcome
from questfoundry.web.forms import read_form
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import get_views, render, render_event, render_page


async def show_plan(request: Request) -> Response:
    """Show what the next run would generate, or the progress if a task is running."""
    views = get_views(request)
    if views.task.is_running:
        return render_page(request, "running.html", task=views.task)
    return render_page(
        request, "run.html", task=views.task, **await views.do(lambda: _load_plan(views))
    )


async def start(request: Request) -> Response:
    """Start a run that generates all missing and stale stages within the submitted budget."""
    views, form = get_views(request), await read_form(request)
    options = RunOptions(size=form.get("size")) if form.get("size") else RunOptions()
    reviewer = views.task if form.get("review") else None

    async def work() -> TaskOutcome:
        result = await views.project.run(
            form.get("idea"),
            budget=form.get("budget") or None,
            reviewer=reviewer,
            replace_edits=bool(form.get("replace")),
            **options,
        )
        finished = ", ".join(each.version.stage.upper() for each in result.stage_results)
        text = f"Finished: {finished}." if finished else "Nothing to do: everything is up to date."
        return TaskOutcome(text=f"{text} The files are exported." if result.ship_result else text)

    prices = views.project.container.prices()
    views.task.start("Generating the story", work, prices, page="/run", form=form)
    return RedirectResponse("/run", status_code=303)


async def regenerate(request: Request) -> Response:
    """Start a task that regenerates one stage from its earlier discussion with the submitted note.

    Raise ``InputError`` if the note is empty. Later stages are not brought up to date.
    """
    views, form = get_views(request), await read_form(request)
    stage, note = form.get("stage"), form.get("note")
    if not note:
        raise InputError("The note is empty. Enter what should be different.")
    views.project.container.registry().get(stage)

    async def work() -> TaskOutcome:
        await views.project.run_stage(stage, redo=note)
        text = f"Regenerated {stage.upper()}. Continue to bring the later stages up to date."
        return TaskOutcome(text=text)

    task, prices = f"Regenerating {stage.upper()}", views.project.container.prices()
    views.task.start(task, work, prices, page="/run", form=form)
    return RedirectResponse("/run", status_code=303)


async def rewrite(request: Request) -> Response:
    """Start a task that rewrites a passage, guided by the submitted note.

    If the form says so, the comments on the passage replace the note.
    """
    views, slug = get_views(request), request.path_params["slug"]
    form = await read_form(request)
    here = await views.do(lambda: views.passage(slug))
    title, note = here.title or slug, form.get("note")
    if form.get("comments"):
        note = await views.do(lambda: views.project.comments.build_note(here.id))

    async def work() -> TaskOutcome:
        await views.project.rewrite(here.id, note)
        return TaskOutcome(
            text=f"Rewrote “{title}”.", address=f"/passage/{slug_of(here.id)}/compare"
        )

    task, prices = f"Rewriting “{title}”", views.project.container.prices()
    views.task.start(task, work, prices, page=f"/passage/{slug}", form=form)
    return RedirectResponse("/run", status_code=303)


async def stop(request: Request) -> Response:
    """Stop the running task."""
    await get_views(request).task.stop()
    return RedirectResponse("/run", status_code=303)


async def decide(request: Request) -> Response:
    """Pass the author's decision to the stage that waits for a review."""
    form = await read_form(request)
    get_views(request).task.answer(form.get("note") if form.get("do") == "regenerate" else "")
    return RedirectResponse("/run", status_code=303)


async def keep(request: Request) -> Response:
    """Accept all stale artifacts without regenerating them."""
    views = get_views(request)
    await views.do(views.project.keep)
    return RedirectResponse("/run", status_code=303)


async def stream_progress(request: Request) -> Response:
    """Stream the progress of the task as server-sent events; the last one is called ``over``."""
    task = get_views(request).task

    async def events() -> AsyncIterator[str]:
        async for _ in task.changes():
            yield render_event("progress", render("progress.html", task=task))
        yield render_event("over")

    return StreamingResponse(events(), media_type="text/event-stream")


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
