"""Several takes of a passage beside each other, of which the author chooses one."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.cli.desk.background_task import TaskOutcome
from questfoundry.cli.desk.difference import ComparedPiece, compare_texts
from questfoundry.cli.desk.forms import read_form
from questfoundry.cli.desk.rendering import get_views, render_page
from questfoundry.domain.draft import Draft
from questfoundry.domain.errors import InputError


@frozen(kw_only=True)
class ShownDraft:
    """A take, and how its prose differs from what stands."""

    draft: Draft
    pieces: tuple[ComparedPiece, ...]


async def show_drafts(request: Request) -> Response:
    """Those that are kept of a passage, the newest first."""
    views, slug = get_views(request), request.path_params["slug"]

    def found() -> dict[str, Any]:
        here = views.passage(slug)
        kept = views.project.takes.list(passage=here.id)
        return {"passage": here, "takes": tuple(map(_compare_draft, reversed(kept)))}

    return render_page(request, "takes.html", **await views.do(found))


async def create(request: Request) -> Response:
    """Have some made, as the wish says; nothing of the story changes."""
    views, slug = get_views(request), request.path_params["slug"]
    form = await read_form(request)
    here = await views.do(lambda: views.passage(slug))
    title, number = here.title or slug, _parse_count(form.get("number"))

    async def work() -> TaskOutcome:
        await views.project.takes.draft_passage(here.id, form.get("wish"), takes=number)
        return TaskOutcome(text=f"There are takes of “{title}”.", address=f"/passage/{slug}/takes")

    what, prices = f"Takes of “{title}” are being made", views.project.container.prices()
    views.task.start(what, work, prices, page=f"/passage/{slug}", form=form)
    return RedirectResponse("/run", status_code=303)


async def choose(request: Request) -> Response:
    """Have one count; no model is asked."""
    views, slug = get_views(request), request.path_params["slug"]
    name = (await read_form(request)).get("take")

    def known() -> bool:
        return views.project.takes.find(name).passage == views.passage(slug).id

    if not await views.do(known):
        raise InputError("That take is of something else.")
    await views.project.takes.choose(name)
    return RedirectResponse(f"/passage/{slug}/compare", status_code=303)


def _parse_count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_DRAFTS):
        raise InputError(f"{text!r} takes cannot be made. Give a number from 1 to {MAX_DRAFTS}.")
    return int(text)


def _compare_draft(draft: Draft) -> ShownDraft:
    was, now = str(draft.current.get("prose", "")), str(draft.data["prose"])
    return ShownDraft(draft=draft, pieces=compare_texts(was, now))
