"""Talking with the studio: its sessions, what is said in one, and what waits for approval."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from questfoundry.app.session.sessions import make_title
from questfoundry.cli.desk.forms import Form, form_of
from questfoundry.cli.desk.rendering import get_views, page, render, render_event
from questfoundry.cli.desk.studio_chat import StudioChat
from questfoundry.cli.studio_view import STATES, describe_request, details
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ApprovalAnswer, RunApproval

_NO = "The author said no."


async def talks(request: Request) -> Response:
    """All sessions, and a new one."""
    views = get_views(request)
    return page(request, "talks.html", sessions=views.project.studio.sessions()[::-1])


async def begin(request: Request) -> Response:
    """A new session, with what is said first in it."""
    views, message = get_views(request), _message(await form_of(request))
    session = await views.do(lambda: views.project.studio.session(title=make_title(message)))
    number = session.id.rpartition("/")[2]
    (await views.talk(number)).say(message)
    return _to(number)


async def talk(request: Request) -> Response:
    """What was said in a session, and what happens now."""
    found = await _talk(request)
    pages = request.query_params.get("pages", "1")
    count = int(pages) if pages.isascii() and pages.isdigit() and len(pages) < 4 else 1
    return page(
        request,
        "talk.html",
        number=request.path_params["number"],
        earlier=found.load_earlier(count),
        pages=count,
        **_now(found),
    )


async def say(request: Request) -> Response:
    """Say something in it."""
    found, form = await _talk(request), await form_of(request)
    if form.one("do") == "pin":
        found.pin(form.one("message"))
    else:
        found.say(_message(form))
    return _to(request.path_params["number"])


async def answer(request: Request) -> Response:
    """The author's word about what wants to begin, as it is or with another task."""
    found, form = await _talk(request), await form_of(request)
    found.approval.decide(_answer(found, form))
    return _to(request.path_params["number"])


async def go_on(request: Request) -> Response:
    """Go on with what was cut off."""
    (await _talk(request)).go_on()
    return _to(request.path_params["number"])


async def stop(request: Request) -> Response:
    """Stop what is under way: what was answered counts."""
    (await _talk(request)).session.cancel()
    return _to(request.path_params["number"])


async def live(request: Request) -> Response:
    """What happens, as events that the page listens to."""
    found, number = await _talk(request), request.path_params["number"]

    async def told() -> AsyncIterator[str]:
        async for _ in found.changes.watch(lambda: not found.works):
            yield render_event("now", render("talk_now.html", number=number, **_now(found)))
        yield render_event("over")

    return StreamingResponse(told(), media_type="text/event-stream")


async def _talk(request: Request) -> StudioChat:
    return await get_views(request).talk(str(request.path_params["number"]))


def _message(form: Form) -> str:
    """What was typed; for all agents it is the task of a run."""
    message = form.one("message")
    if not message:
        raise InputError("The message is empty. Say something.")
    return f"/run {message}" if form.one("do") == "all" else message


def _answer(found: StudioChat, form: Form) -> ApprovalAnswer:
    wanted, does = found.approval.wanted, form.one("do")
    if does == "approve":
        return ApprovalAnswer(approved=True)
    if does != "change" or not isinstance(wanted, RunApproval):
        return ApprovalAnswer(approved=False, reason=form.one("reason") or _NO)
    spec = wanted.spec.revise(
        task=form.one("task"),
        context=form.one("context"),
        agents=form.each("agent"),
        refinement=bool(form.one("refinement")),
        planning_mode=bool(form.one("planning_mode")),
        execute_after_planning=bool(form.one("execute_after_planning")),
        budget=form.one("budget"),
    )
    spec.choose_agents(found.agents)
    return ApprovalAnswer(approved=True, spec=spec)


def _now(found: StudioChat) -> Mapping[str, Any]:
    wanted = found.approval.wanted
    status = found.session.status()
    return {
        "talk": found,
        "state": STATES[status.state],
        "spent": status.spent,
        "wanted": describe_request(wanted) if wanted else "",
        "spec": wanted.spec if isinstance(wanted, RunApproval) else None,
        "cut_off": () if found.works else found.session.list_interrupted_messages(),
        "details": details,
    }


def _to(number: object) -> Response:
    return RedirectResponse(f"/talk/{number}", status_code=303)
