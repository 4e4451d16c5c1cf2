"""Interpret a typed line as an answer to an approval, a command, or a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING

from questfoundry.domain.protocols import ApprovalAnswer
from questfoundry.domain.run.result import RunResult
from questfoundry.domain.session.state import SessionState
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.text import format_count, format_money
from questfoundry.tui.approval_dialog import DECLINED
from questfoundry.tui.prompt import split_command
from questfoundry.tui.run_detail import RunCard, RunDetail

if TYPE_CHECKING:
    from questfoundry.tui.app import StudioApp

ALIASES = {"help": "/help", "?": "/help", "exit": "/quit", "quit": "/quit"}
"""Words that new users type, and the commands that they mean."""

ANSWERS = {"y": True, "yes": True, "n": False, "no": False}
"""The lines that answer a pending approval, and whether they approve."""


class InputLines:
    """The interpreter of the lines that the author sends."""

    def __init__(self, app: StudioApp) -> None:
        self._app = app
        self._commands: Mapping[str, Callable[[str], Awaitable[None]]] = {
            "/help": self._help,
            "/quit": self._quit,
            "/status": self._status,
            "/card": self._card,
            "/pin": self._pin,
            "/cancel": self._cancel,
            "/pause": self._pause,
            "/continue": self._continue,
            "/session": self._sessions,
            "/copy": self._copy,
        }

    async def do(self, text: str) -> None:
        """Execute ``text`` as an answer to the pending approval, a command, or a message.

        Raise ``QuestFoundryError`` if that fails.
        """
        app = self._app
        name, rest = split_command(ALIASES.get(text.lower(), text))
        approved = ANSWERS.get(text.lower()) if app.approval.is_waiting else None
        if approved is not None:
            app.approval.decide(ApprovalAnswer(approved=True) if approved else DECLINED)
        elif name in self._commands:
            await self._commands[name](rest)
        elif name and not rest:
            await app.note(
                f"{name} needs a text after it, for example {name} Find a name for the harbour."
            )
        else:
            is_for_team = app.bar.is_team_mode and not name
            await app.send(f"/coordinate {text}" if is_for_team else text)

    async def _help(self, _: str) -> None:
        self._app.action_help()

    async def _quit(self, _: str) -> None:
        self._app.exit()

    async def _cancel(self, _: str) -> None:
        await self._app.cancel()

    async def _status(self, _: str) -> None:
        bar = self._app.bar
        spent, state = bar.spent, bar.state.value.replace("_", " ")
        await self._app.note(
            f"{state}; {format_count(spent.calls, 'call')}, "
            f"{format_count(spent.tokens, 'token')}, {format_money(spent.cost)}"
        )

    async def _continue(self, _: str) -> None:
        if self._app.session is not None:
            self._app.follow(self._app.session.resume())

    async def _sessions(self, number: str) -> None:
        if number:
            await self._app.open(number)
        else:
            listed = "\n".join(self._app.desk.describe_sessions())
            await self._app.note(listed or "There are no sessions yet.")

    async def _copy(self, _: str) -> None:
        self._app.copy_to_clipboard(self._app.drawing.answer)
        await self._app.note(
            "Copied the last answer to the clipboard (if the terminal supports it)."
        )

    async def _pin(self, text: str) -> None:
        session = self._app.session or self._app.begin_session(text or "Pins")
        session.pin(text)
        await self._app.note("Pinned.")

    async def _card(self, number: str) -> None:
        app = self._app
        shown = {each.progress.number: each.progress for each in app.query(RunCard)}
        ended = app.desk.studio.workspace.run_descriptions() if number not in shown else ()
        for each in ended:
            progress = RunProgress.from_result(RunResult.model_validate(each["result"]))
            shown.setdefault(progress.number, progress)
        if number in shown:
            app.push_screen(RunDetail(shown[number]))
        else:
            await app.note(
                f"There is no run {number}." if number else "Give the number of a run: /card 1"
            )

    async def _pause(self, _: str) -> None:
        app = self._app
        if app.session is None or app.bar.state is SessionState.IDLE:
            await app.note("Nothing is running.")
            return
        app.session.pause()
        await app.note("Paused. /continue resumes the work; finished calls are not paid again.")
