"""The command ``qf studio``: talk with an agent that answers questions and launches runs."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shlex import quote
from typing import TYPE_CHECKING

import typer
from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import Approval
from questfoundry.domain.protocols.workspace import WorkspacePath
from questfoundry.domain.run.result import ResultStatus
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import is_interactive, note, say
from questfoundry.presentation.errors import NO_PROVIDER
from questfoundry.presentation.model_fetching import fetch_missing_model
from questfoundry.presentation.parameters import ModelFlags, Positive
from questfoundry.presentation.pending_approval import PendingApproval
from questfoundry.presentation.remedies import DATABASE_OPTIONS
from questfoundry.presentation.studio_lines import PLAIN_LINES, split_command
from questfoundry.presentation.studio_view import StudioView
from questfoundry.presentation.text import clean

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer
    from questfoundry.tui.desk import Desk
    from questfoundry.tui.line_studio import LineStudio


@frozen(kw_only=True)
class StudioOptions:
    """The arguments and options of ``qf studio``.

    MESSAGE: A single message (default: start a conversation).
    --session, -s NUMBER: Continue this session.
    --continue, -c: Continue the session that was used last.
    --automation: Give MESSAGE to all agents as a task, without asking you.
    --agents NAMES: With --automation, only these agents, such as ann,ben.
    --plain: Work line by line, without a full-screen view.
    --yes: Approve every run and every tool that changes something.
    """

    message: str | None = None
    session: Positive | None = None
    continues: bool = False
    automation: bool = False
    agents: str | None = None
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
        place = f"{folder}{DATABASE_OPTIONS.get()}"
        return f"The session is saved. Continue it with: qf studio{place} --session {number}"

    async def execute(self, models: ModelFlags) -> None:
        if self._options.automation and self._options.message is None:
            raise InputError("--automation needs a task. Add it as MESSAGE.")
        if self._options.agents is not None and not self._options.automation:
            raise InputError("--agents goes with --automation only. Name the agents in MESSAGE.")
        if self._options.message is not None and not self._options.automation:
            split_command(self._options.message, PLAIN_LINES)
        if self._uses_app:
            await self._run_app(models)
            return
        async with self._call.open_project(flags=models.source_choices) as project:
            await fetch_missing_model(self._call, project)
            await self._run_lines(project)

    async def _run_lines(self, project: ProjectContainer) -> None:
        from questfoundry.composition.wiring.mcp import serve_during
        from questfoundry.tui.line_studio import LineStudio

        options, asked = self._options, PendingApproval()
        desk, number = self._open_desk(project, asked)
        task = self._build_task(desk) if options.automation else None
        session = desk.open_session(number) if number else desk.start_session(options.message or "")
        studio = LineStudio(desk, session, self._view, approval=asked, is_live=self._is_live)
        self._view.show_start(session.id)
        try:
            if number:
                studio.resume()
            if task is not None:
                studio.follow(session.launch(task))
            elif options.message is not None:
                await studio.enter(options.message)
            if self._is_live:
                async with serve_during(project, desk.studio, studio.open_session):
                    await self._take_lines(studio)
            else:
                await self._take_lines(studio)
        finally:
            self._session = studio.session
            await studio.session.close()
        if options.automation:
            ended = studio.last_run
            if ended is None or ended.result.status is ResultStatus.FAILED:
                raise typer.Exit(NO_PROVIDER)

    def _build_task(self, desk: Desk) -> RunSpec:
        """Return the task of ``--automation``; raise ``InputError`` for an unknown agent."""
        options = self._options
        names = None if options.agents is None else options.agents.replace(",", " ").split()
        spec = RunSpec.from_dict({"task": options.message, "agents": names})
        spec.choose_agents([each.id for each in desk.studio.agents()])
        return spec

    async def _take_lines(self, studio: LineStudio) -> None:
        from questfoundry.presentation.studio_lines import PipedLines, open_terminal_lines

        is_single = self._options.message is not None
        if self._is_live:
            with open_terminal_lines() as lines:
                if not is_single:
                    note("The studio: type what you want (/help lists all commands)")
                await studio.take_lines(lines, until_rest=is_single)
        elif is_single:
            await studio.rest()
        else:
            await studio.take_lines(PipedLines())

    @property
    def _is_live(self) -> bool:
        options = self._options
        return is_interactive() and not (self._call.as_json or options.automation)

    @property
    def _uses_app(self) -> bool:
        options = self._options
        lines = options.plain or options.automation or options.message is not None
        return self._call.screen.is_live and is_interactive() and not (lines or self._call.as_json)

    async def _run_app(self, models: ModelFlags) -> None:
        from questfoundry.composition.wiring.mcp import serve_during
        from questfoundry.tui.app import StudioApp

        asked = PendingApproval()
        async with self._call.open_project(flags=models.source_choices) as project:
            await fetch_missing_model(self._call, project)
            desk, number = self._open_desk(project, asked)
            with read_typed_lines() as typed:
                app = StudioApp(desk, asked, session=number, typed=typed)
                try:
                    async with serve_during(project, desk.studio, app.open_session):
                        await app.run_async()
                finally:
                    if app.session is not None:
                        self._session = app.session
                        await app.session.close()
        if app.failure is not None:
            raise app.failure
        if kept := self._describe_resumption():
            note(kept)

    def _open_desk(self, project: ProjectContainer, asked: PendingApproval) -> tuple[Desk, str]:
        """Return the project's studio, and the number of the session to continue, if any."""
        from questfoundry.composition.wiring.studio import build_studio
        from questfoundry.tui.desk import Desk, describe_story

        studio = build_studio(project, approval=self._choose_approval(asked))
        desk = Desk(studio=studio, story=lambda: describe_story(project))
        if self._options.continues:
            return desk, desk.find_latest_session()
        return desk, str(self._options.session or "")

    def _choose_approval(self, asked: PendingApproval) -> Approval:
        from questfoundry.app.session.approval import PolicyApproval

        if self._options.yes or self._options.automation:
            return PolicyApproval(approves=True)
        return asked if self._is_live else PolicyApproval()


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


@command()
async def add_path(call: Call, path: str, description: str) -> CommandResult:
    """Let the agents of the studio read a file or folder.

    PATH: A file or folder, from the folder of the project.
    DESCRIPTION: Its contents, in one sentence; agents read it.
    """
    async with call.open_project(edits=False) as project:
        workspace = project.workspace()
        workspace.describe(WorkspacePath(path=path, description=description))
        paths = {each.path: each.description for each in workspace.paths()}
    return CommandResult(
        {"paths": paths}, lambda: say("Added to filepaths.json. The agents of later runs read it.")
    )
