"""Serve the chat with the studio: the sessions, their messages, and pending approvals."""

from collections.abc import Mapping
from typing import Any

from questfoundry.app.session.approval import describe_request
from questfoundry.app.session.transcript import make_title
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import ApprovalAnswer, RunApproval
from questfoundry.domain.run.result import DraftChoice
from questfoundry.presentation.pending_approval import DECLINED
from questfoundry.presentation.studio_lines import DESK_LINES, split_command
from questfoundry.presentation.studio_view import describe_status, format_details
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
    views, (command, text) = request.views, _read_message(request.form)
    session = await views.do(lambda: views.project.studio.session(title=make_title(text)))
    number = session.id.rpartition("/")[2]
    _send(await views.open_chat(number), command, text)
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
    _send(await _open_chat(request), *_read_message(request.form))
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


_BUTTONS = {"team": "/run", "pin": "/pin"}
"""The buttons of the form, mapped to the commands that do the same."""


def _read_message(form: Form) -> tuple[str, str]:
    """Return the command that the author typed or chose, or an empty one, and the text."""
    message = form.get("message")
    if button := _BUTTONS.get(form.get("do")):
        command, text = button, message
    else:
        command, text = split_command(message, DESK_LINES)
    if not text:
        raise InputError("The message is empty. Enter a message.")
    return command, text


def _send(chat: StudioChat, command: str, text: str) -> None:
    if command == "/pin":
        chat.pin(text)
    else:
        chat.send(f"{command} {text}".lstrip())


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
        rounds=form.get("rounds"),
        timeout=form.get("timeout"),
        budget=form.get("budget"),
        prompts=dict(form.pairs("prompt_agent", "prompt")),
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
