"""The command ``qf studio``: talk with an agent that answers questions and launches runs."""

import os
import select
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from shlex import quote

import typer
from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.studio import Studio
from questfoundry.domain.errors import InputError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols import Approval
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.session.events import RunEnded, TurnFailed
from questfoundry.presentation.command import Call, command
from questfoundry.presentation.console import is_interactive, note
from questfoundry.presentation.errors import NO_PROVIDER
from questfoundry.presentation.model_fetching import fetch_missing_model
from questfoundry.presentation.parameters import ModelFlags, Positive
from questfoundry.presentation.studio_view import AskingApproval, PendingApproval, StudioView
from questfoundry.presentation.text import clean
from questfoundry.tui.studio_lines import help_text

HELP = f"""\
Type what you want, then press Enter. "Ask all of them", "just you" or "plan first" choose how.
{help_text(plain_only=True)}"""


@frozen(kw_only=True)
class StudioOptions:
    """The arguments and options of ``qf studio``.

    MESSAGE: A single message (default: start a conversation).
    --session, -s NUMBER: Continue this session.
    --automation: Give MESSAGE to all agents as a task, without asking you.
    --plain: Work line by line, without a full-screen view.
    --yes: Approve every run and every tool that changes something.
    """

    message: str | None = None
    session: Positive | None = None
    automation: bool = False
    plain: bool = False
    yes: bool = False


@command(
    json="Print events, one JSON object per line.",
    without=("provider_discuss", "provider_summarize", "provider_serialize"),
)
async def studio(call: Call, options: StudioOptions, models: ModelFlags) -> None:
    """Chat about the story, and put one or several models to work."""
    view = StudioView(call.screen, as_json=call.as_json)
    await _StudioConversation(call, options, view).execute(models)


class _StudioConversation:
    def __init__(self, call: Call, options: StudioOptions, view: StudioView) -> None:
        self._call = call
        self._options = options
        self._view = view
        self._session: InteractiveSession | None = None
        call.resume_hint = self._describe_resumption

    def _describe_resumption(self) -> str:
        if self._session is None:
            return ""
        number = self._session.id.rpartition("/")[2]
        folder = f" --project {quote(str(self._call.project))}" if self._call.project else ""
        return f"The session is saved. Continue it with: qf studio{folder} --session {number}"

    async def execute(self, models: ModelFlags) -> None:
        from questfoundry.app.session.transcript import SUBJECT, begin_session
        from questfoundry.composition.wiring.studio import build_studio as wired

        options = self._options
        if options.automation and options.message is None:
            raise InputError("--automation needs a task. Add it as MESSAGE.")
        if self._uses_app:
            await self._run_app(models)
            return
        async with self._call.open_project(flags=models.source_choices) as project:
            await fetch_missing_model(self._call, project)
            place: Studio = wired(project, approval=self._approval())
            named = f"{SUBJECT}/{options.session}" if options.session else ""
            session = self._session = InteractiveSession(
                place, named or begin_session(project.store(), options.message or "")
            )
            self._view.show_start(session.id)
            if options.session:
                await self._show_events(session.resume())
            try:
                if options.automation:
                    ended = await self._show_events(session.chat(f"/run {options.message}"))
                    if ended is None or ended.result.status is ResultStatus.FAILED:
                        raise typer.Exit(NO_PROVIDER)
                elif options.message is not None:
                    await self._show_events(session.chat(options.message))
                else:
                    await self._answer_lines(session)
            finally:
                await session.close()

    @property
    def _uses_app(self) -> bool:
        options = self._options
        lines = options.plain or options.automation or options.message is not None
        return self._call.screen.is_live and is_interactive() and not (lines or self._call.as_json)

    async def _run_app(self, models: ModelFlags) -> None:
        from questfoundry.app.session.approval import PolicyApproval
        from questfoundry.composition.wiring.mcp import serve_during
        from questfoundry.composition.wiring.studio import build_studio as wired
        from questfoundry.tui.app import StudioApp
        from questfoundry.tui.desk import Desk, describe_story

        asked = PendingApproval()
        approval = PolicyApproval(approves=True) if self._options.yes else asked
        async with (
            self._call.open_project(flags=models.source_choices) as project,
            serve_during(project),
        ):
            await fetch_missing_model(self._call, project)
            desk = Desk(
                studio=wired(project, approval=approval), story=lambda: describe_story(project)
            )
            number = self._options.session
            with read_typed_lines() as typed:
                app = StudioApp(desk, asked, session=str(number) if number else "", typed=typed)
                try:
                    await app.run_async()
                finally:
                    if app.session is not None:
                        self._session = app.session
                        await app.session.close()
        if app.failure is not None:
            raise app.failure
        if kept := self._describe_resumption():
            note(kept)

    def _approval(self) -> Approval | None:
        from questfoundry.app.session.approval import PolicyApproval

        if self._options.yes or self._options.automation:
            return PolicyApproval(approves=True)
        if self._call.as_json or not is_interactive():
            return None
        return AskingApproval(self._call.confirm)

    async def _answer_lines(self, session: InteractiveSession) -> None:
        if not self._call.as_json:
            note("The studio: type what you want (/help lists all commands)")
        while (line := self._call.read_author_line()) is not None:
            match line.strip().partition(" "):
                case ("", *_):
                    continue
                case ("/quit", *_):
                    return
                case ("/help", *_):
                    note(HELP)
                case ("/status", *_):
                    self._view.show_status(session.status())
                case ("/card", _, number) if number.strip().isdecimal():
                    self._view.show_card(session.run_history, int(number))
                case ("/pin", _, text) if text.strip():
                    session.pin(text)
                    note("Pinned: the studio will keep this in mind.")
                case _:
                    await self._show_events(session.chat(line))

    async def _show_events(self, events: AsyncIterator[Event]) -> RunEnded | None:
        ended: RunEnded | None = None
        async for event in events:
            self._view.emit(event)
            if isinstance(event, RunEnded):
                ended = event
            if isinstance(event, TurnFailed):
                self._view.show_failure(event)
        self._call.screen.finish_line()
        return ended


_PIECE = 4_096


@contextmanager
def read_typed_lines() -> Iterator[str]:
    r"""Yield the text that was typed before the application started, with ``\n`` for each Enter.

    During the ``with`` block the terminal neither shows typed keys nor turns Enter into a line
    feed. Without ``termios``, as on Windows, the text is empty.
    """
    try:
        import termios
    except ImportError:  # not on Windows
        yield ""
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    listening = termios.tcgetattr(terminal)
    listening[0] &= ~termios.ICRNL
    listening[3] &= ~(termios.ICANON | termios.ECHO)
    try:
        termios.tcsetattr(terminal, termios.TCSANOW, listening)
        yield clean(_read_pending(terminal))
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _read_pending(terminal: int) -> str:
    data = b""
    while select.select([terminal], [], [], 0)[0] and (piece := os.read(terminal, _PIECE)):
        data += piece
    return data.decode(errors="ignore").replace("\r", "\n")
