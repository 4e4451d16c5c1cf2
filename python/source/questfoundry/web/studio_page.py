"""Serve the chat with the studio: the sessions, their messages, and pending approvals."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.session.request_text import describe_request
from questfoundry.app.session.transcript import make_title
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols import ApprovalAnswer, RunApproval
from questfoundry.domain.run.result import DraftChoice
from questfoundry.presentation.studio_view import DECLINED, describe_status, format_details
from questfoundry.web.forms import Form
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    async_action,
    page,
    render,
    render_page,
    stream_events,
)
from questfoundry.web.studio_chat import StudioChat


@page("/chat", "chats.html", sync=False)
def show_chats(request: PageRequest) -> dict[str, Any]:
    return {"sessions": request.views.project.studio.sessions()[::-1]}


@async_action("/chat")
async def start(request: PageRequest) -> ActionResult:
    views, message = request.views, _read_message(request.form)
    session = await views.do(lambda: views.project.studio.session(title=make_title(message)))
    number = session.id.rpartition("/")[2]
    (await views.open_chat(number)).send(message)
    return f"/chat/{number}"


@async_action("/chat/{number:int}", method="GET")
async def show_chat(request: PageRequest) -> ActionResult:
    """Show a session with as many pages of earlier messages as the query's ``pages`` says."""
    found, pages = await _open_chat(request), request.query.get("pages", "1")
    count = int(pages) if pages.isascii() and pages.isdigit() and len(pages) < 4 else 1
    shown: dict[str, Any] = {"earlier": found.load_earlier(count), "pages": count}
    return render_page(
        request.http, "chat.html", number=request.number, **shown, **_load_now(found)
    )


@async_action("/chat/{number:int}")
async def send(request: PageRequest) -> ActionResult:
    found, form = await _open_chat(request), request.form
    if form.get("do") == "pin":
        found.pin(form.get("message"))
    else:
        found.send(_read_message(form))
    return f"/chat/{request.number}"


@async_action("/chat/{number:int}/answer")
async def answer(request: PageRequest) -> ActionResult:
    found = await _open_chat(request)
    if not found.approval.is_waiting:
        raise InputError("Nothing is waiting for your approval any more. Reload the page.")
    found.approval.decide(_read_answer(found, request.form))
    return f"/chat/{request.number}"


@async_action("/chat/{number:int}/choose")
async def choose(request: PageRequest) -> ActionResult:
    """Make a draft the answer of its run, whatever the vote chose."""
    run, agent = request.form.get("run"), request.form.get("agent")
    await (await _open_chat(request)).choose(DraftChoice(run=run, agent=agent))
    return f"/chat/{request.number}"


@async_action("/chat/{number:int}/continue")
async def resume(request: PageRequest) -> ActionResult:
    (await _open_chat(request)).resume()
    return f"/chat/{request.number}"


@async_action("/chat/{number:int}/stop")
async def stop(request: PageRequest) -> ActionResult:
    (await _open_chat(request)).session.cancel()
    return f"/chat/{request.number}"


@async_action("/chat/{number:int}/live", method="GET")
async def stream(request: PageRequest) -> ActionResult:
    found, number = await _open_chat(request), request.number
    return stream_events(
        "now",
        found.changes.watch(lambda: not found.is_busy),
        lambda: render("chat_now.html", number=number, **_load_now(found)),
    )


async def _open_chat(request: PageRequest) -> StudioChat:
    return await request.views.open_chat(str(request.number))


def _read_message(form: Form) -> str:
    message = form.get("message")
    if not message:
        raise InputError("The message is empty. Enter a message.")
    return f"/run {message}" if form.get("do") == "team" else message


def _read_answer(found: StudioChat, form: Form) -> ApprovalAnswer:
    request, action = found.approval.request, form.get("do")
    if action == "approve":
        return ApprovalAnswer(approved=True)
    if action != "change" or not isinstance(request, RunApproval):
        return ApprovalAnswer(approved=False, reason=form.get("reason") or DECLINED.reason)
    spec = request.spec.revise(
        task=form.get("task"),
        context=form.get("context"),
        agents=form.getlist("agent"),
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
        "status": describe_status(status),
        "request_text": describe_request(request) if request else "",
        "spec": request.spec if isinstance(request, RunApproval) else None,
        "interrupted": () if found.is_busy else found.session.list_interrupted_messages(),
        "details": format_details,
    }
