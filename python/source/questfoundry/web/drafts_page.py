"""Drafts of a passage: making them, comparing them, and choosing one."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.domain.errors import InputError
from questfoundry.domain.run.draft import Draft
from questfoundry.web.background_task import TaskOutcome
from questfoundry.web.difference import ComparedPiece, compare_texts
from questfoundry.web.forms import read_form
from questfoundry.web.rendering import get_views, render_page


@frozen(kw_only=True)
class ShownDraft:
    """A draft, and how its prose differs from the current prose of the passage."""

    draft: Draft
    pieces: tuple[ComparedPiece, ...]


async def show_drafts(request: Request) -> Response:
    """Show the stored drafts of a passage, newest first, compared with the current prose."""
    views, slug = get_views(request), request.path_params["slug"]

    def load() -> dict[str, Any]:
        here = views.passage(slug)
        drafts = views.project.drafts.list(passage=here.id)
        return {"passage": here, "drafts": tuple(map(_compare_draft, reversed(drafts)))}

    return render_page(request, "drafts.html", **await views.do(load))


async def create(request: Request) -> Response:
    """Start a task that writes drafts of a passage, guided by the submitted note.

    The story itself does not change.
    """
    views, slug = get_views(request), request.path_params["slug"]
    form = await read_form(request)
    here = await views.do(lambda: views.passage(slug))
    title, number = here.title or slug, _parse_count(form.get("number"))

    async def work() -> TaskOutcome:
        await views.project.drafts.draft_passage(here.id, form.get("note"), count=number)
        return TaskOutcome(
            text=f"The drafts of “{title}” are ready.", address=f"/passage/{slug}/drafts"
        )

    task, prices = f"Making drafts of “{title}”", views.project.container.prices()
    views.task.start(task, work, prices, page=f"/passage/{slug}", form=form)
    return RedirectResponse("/run", status_code=303)


async def choose(request: Request) -> Response:
    """Make a draft the current prose of its passage, without a model call.

    Raise ``InputError`` if the draft belongs to another passage.
    """
    views, slug = get_views(request), request.path_params["slug"]
    name = (await read_form(request)).get("draft")

    def is_of_passage() -> bool:
        return views.project.drafts.find(name).passage == views.passage(slug).id

    if not await views.do(is_of_passage):
        raise InputError(f"Draft {name!r} belongs to another passage. Reload the page.")
    await views.project.drafts.choose(name)
    return RedirectResponse(f"/passage/{slug}/compare", status_code=303)


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_DRAFTS):
        raise InputError(f"{text!r} is not a valid number of drafts. Enter 1 to {MAX_DRAFTS}.")
    return int(text)


def _compare_draft(draft: Draft) -> ShownDraft:
    was, now = str(draft.current.get("prose", "")), str(draft.data["prose"])
    return ShownDraft(draft=draft, pieces=compare_texts(was, now))
