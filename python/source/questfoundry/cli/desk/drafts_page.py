"""Several takes of a passage beside each other, of which the author chooses one."""

from __future__ import annotations

from typing import Any

from attrs import frozen
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from questfoundry.app.pipeline.drafts import MAX_DRAFTS
from questfoundry.cli.desk.background_task import TaskOutcome
from questfoundry.cli.desk.difference import ComparedPiece, difference
from questfoundry.cli.desk.forms import form_of
from questfoundry.cli.desk.rendering import get_views, page
from questfoundry.domain.draft import Draft
from questfoundry.domain.errors import InputError


@frozen(kw_only=True)
class ShownTake:
    """A take, and how its prose differs from what stands."""

    take: Draft
    pieces: tuple[ComparedPiece, ...]


async def takes(request: Request) -> Response:
    """Those that are kept of a passage, the newest first."""
    views, slug = get_views(request), request.path_params["slug"]

    def found() -> dict[str, Any]:
        here = views.passage(slug)
        kept = views.project.takes.list(passage=here.id)
        return {"passage": here, "takes": tuple(map(_shown, reversed(kept)))}

    return page(request, "takes.html", **await views.do(found))


async def make(request: Request) -> Response:
    """Have some made, as the wish says; nothing of the story changes."""
    views, slug = get_views(request), request.path_params["slug"]
    form = await form_of(request)
    here = await views.do(lambda: views.passage(slug))
    title, number = here.title or slug, _number(form.one("number"))

    async def work() -> TaskOutcome:
        await views.project.takes.draft_passage(here.id, form.one("wish"), takes=number)
        return TaskOutcome(text=f"There are takes of “{title}”.", address=f"/passage/{slug}/takes")

    what, prices = f"Takes of “{title}” are being made", views.project.container.prices()
    views.work.start(what, work, prices, page=f"/passage/{slug}", form=form)
    return RedirectResponse("/run", status_code=303)


async def choose(request: Request) -> Response:
    """Have one count; no model is asked."""
    views, slug = get_views(request), request.path_params["slug"]
    name = (await form_of(request)).one("take")

    def known() -> bool:
        return views.project.takes.find(name).passage == views.passage(slug).id

    if not await views.do(known):
        raise InputError("That take is of something else.")
    await views.project.takes.choose(name)
    return RedirectResponse(f"/passage/{slug}/compare", status_code=303)


def _number(said: str) -> int:
    if not (said.isascii() and said.isdigit() and 1 <= int(said) <= MAX_DRAFTS):
        raise InputError(f"{said!r} takes cannot be made. Give a number from 1 to {MAX_DRAFTS}.")
    return int(said)


def _shown(take: Draft) -> ShownTake:
    was, now = str(take.current.get("prose", "")), str(take.data["prose"])
    return ShownTake(take=take, pieces=difference(was, now))
