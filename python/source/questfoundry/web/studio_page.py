"""Serve the chat with the studio: the sessions, their messages, and pending approvals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from questfoundry.app.session.sessions import make_title
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ApprovalAnswer, RunApproval
from questfoundry.presentation.studio_view import STATES, describe_request, format_details
from questfoundry.web.forms import Form, read_form
from questfoundry.web.rendering import get_views, render, render_event, render_page
from questfoundry.web.studio_chat import StudioChat

_DECLINED = "The author said no."


async def show_chats(request: Request) -> Response:
    """Show all studio sessions, newest first, and the form for a new one."""
    views = get_views(request)
    return render_page(request, "chats.html", sessions=views.project.studio.sessions()[::-1])


async def start(request: Request) -> Response:
    """Start a session with the submitted message and redirect to it."""
    views, message = get_views(request), _read_message(await read_form(request))
    session = await views.do(lambda: views.project.studio.session(title=make_title(message)))
    number = session.id.rpartition("/")[2]
    (await views.open_chat(number)).send(message)
    return _redirect_to_chat(number)


async def show_chat(request: Request) -> Response:
    """Show the messages of a session and its current activity.

    The query parameter ``pages`` says how many pages of earlier messages to load.
    """
    found = await _open_chat(request)
    pages = request.query_params.get("pages", "1")
    count = int(pages) if pages.isascii() and pages.isdigit() and len(pages) < 4 else 1
    return render_page(
        request,
        "chat.html",
        number=request.path_params["number"],
        earlier=found.load_earlier(count),
        pages=count,
        **_load_now(found),
    )


async def send(request: Request) -> Response:
    """Send the submitted message to the session, or pin it if the form says so."""
    found, form = await _open_chat(request), await read_form(request)
    if form.get("do") == "pin":
        found.pin(form.get("message"))
    else:
        found.send(_read_message(form))
    return _redirect_to_chat(request.path_params["number"])


async def answer(request: Request) -> Response:
    """Pass the author's answer to the pending approval: approve, decline or change the run."""
    found, form = await _open_chat(request), await read_form(request)
    found.approval.decide(_read_answer(found, form))
    return _redirect_to_chat(request.path_params["number"])


async def resume(request: Request) -> Response:
    """Continue the interrupted messages of the session."""
    (await _open_chat(request)).resume()
    return _redirect_to_chat(request.path_params["number"])


async def stop(request: Request) -> Response:
    """Cancel the current turn; answers that were already received stay stored."""
    (await _open_chat(request)).session.cancel()
    return _redirect_to_chat(request.path_params["number"])


async def stream(request: Request) -> Response:
    """Stream the session's activity as server-sent events; the last one is called ``over``."""
    found, number = await _open_chat(request), request.path_params["number"]

    async def events() -> AsyncIterator[str]:
        async for _ in found.changes.watch(lambda: not found.is_busy):
            yield render_event("now", render("chat_now.html", number=number, **_load_now(found)))
        yield render_event("over")

    return StreamingResponse(events(), media_type="text/event-stream")


async def _open_chat(request: Request) -> StudioChat:
    return await get_views(request).open_chat(str(request.path_params["number"]))


def _read_message(form: Form) -> str:
    """Return the submitted message; if it is for all agents, put ``/run`` in front of it.

    Raise ``InputError`` if the message is empty.
    """
    message = form.get("message")
    if not message:
        raise InputError("The message is empty. Enter a message.")
    return f"/run {message}" if form.get("do") == "team" else message


def _read_answer(found: StudioChat, form: Form) -> ApprovalAnswer:
    request, action = found.approval.request, form.get("do")
    if action == "approve":
        return ApprovalAnswer(approved=True)
    if action != "change" or not isinstance(request, RunApproval):
        return ApprovalAnswer(approved=False, reason=form.get("reason") or _DECLINED)
    spec = request.spec.revise(
        task=form.get("task"),
        context=form.get("context"),
        agents=form.get_all("agent"),
        refinement=bool(form.get("refinement")),
        planning_mode=bool(form.get("planning_mode")),
        execute_after_planning=bool(form.get("execute_after_planning")),
        budget=form.get("budget"),
    )
    spec.choose_agents(found.agents)
    return ApprovalAnswer(approved=True, spec=spec)


def _load_now(found: StudioChat) -> Mapping[str, Any]:
    request = found.approval.request
    status = found.session.status()
    return {
        "chat": found,
        "state": STATES[status.state],
        "spent": status.spent,
        "request_text": describe_request(request) if request else "",
        "spec": request.spec if isinstance(request, RunApproval) else None,
        "interrupted": () if found.is_busy else found.session.list_interrupted_messages(),
        "details": format_details,
    }


def _redirect_to_chat(number: object) -> Response:
    return RedirectResponse(f"/chat/{number}", status_code=303)
