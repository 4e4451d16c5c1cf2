"""The studio without a full-screen view: it takes lines even while it answers."""

import asyncio
from collections.abc import AsyncIterator

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.shared_session import SharedSession
from questfoundry.domain.errors import AuthorLeft, QuestFoundryError
from questfoundry.domain.events import Event
from questfoundry.domain.session import RunEnded, SessionState, TurnFailed
from questfoundry.presentation.console import note
from questfoundry.presentation.pending_approval import (
    ANSWERS,
    DECLINED,
    EDIT_HELP,
    PendingApproval,
    edit_pending,
)
from questfoundry.presentation.studio_lines import (
    ALIASES,
    PLAIN_LINES,
    AuthorLines,
    LineInterrupted,
    help_text,
    split_command,
)
from questfoundry.presentation.studio_view import StudioView, parse_choice
from questfoundry.tui.desk import Desk

HELP = f"""\
Type what you want, then press Enter. "Ask all of them", "just you" or "plan first" choose how.
Lines that you type while the studio works are answered afterwards; commands work at once.
{help_text(PLAIN_LINES)}"""

_AT_ONCE = frozenset(("/cancel", "/edit", "/pause", "/status", "/pin", "/help"))
"""The commands that never wait for earlier messages."""


class LineStudio:
    """A session at which the author types lines; ``last_run`` is the last run that ended.

    With ``is_live``, a person types the lines now. Otherwise, most commands wait until earlier
    messages are answered, as in a script.
    """

    def __init__(
        self,
        desk: Desk,
        session: InteractiveSession,
        view: StudioView,
        *,
        approval: PendingApproval,
        is_live: bool,
    ) -> None:
        self.session = session
        self.last_run: RunEnded | None = None
        self._desk = desk
        self._view = view
        self._approval = approval
        self._is_live = is_live
        self._is_stopping = self._is_paused = False
        self._shown: set[asyncio.Task[None]] = set()
        approval.on_change = self._show_approval

    @property
    def open_session(self) -> SharedSession:
        """The open session, in which other programs launch runs."""
        return SharedSession(open=lambda: self.session, follow=self.follow)

    def follow(self, events: AsyncIterator[Event]) -> None:
        """Show ``events`` as they arrive."""
        self._shown.add(asyncio.ensure_future(self._show_events(events)))

    def resume(self) -> bool:
        """Continue the interrupted messages, and show them; return whether there are any."""
        messages = self.session.list_interrupted_messages()
        for each in messages:
            note(f"Continuing: {each}")
        self.follow(self.session.resume())
        return bool(messages)

    async def take_lines(self, lines: AuthorLines, *, until_rest: bool = False) -> None:
        """Take lines until the author quits or the input ends.

        With ``until_rest``, end as soon as all messages are answered.
        """
        reading = asyncio.ensure_future(lines.read())
        try:
            while self._shown or not until_rest:
                await asyncio.wait({reading, *self._shown}, return_when=asyncio.FIRST_COMPLETED)
                self._check_shown()
                if reading.done():
                    if not await self._take_line(reading):
                        return
                    reading = asyncio.ensure_future(lines.read())
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def rest(self) -> None:
        """Wait until all messages are answered."""
        while self._shown:
            await asyncio.wait(self._shown, return_when=asyncio.FIRST_COMPLETED)
            self._check_shown()

    def _check_shown(self) -> None:
        for each in [each for each in self._shown if each.done()]:
            self._shown.remove(each)
            each.result()

    async def _take_line(self, reading: asyncio.Future[str | None]) -> bool:
        """Execute the line; return whether more lines may follow."""
        try:
            line = reading.result()
        except LineInterrupted:
            self._interrupt()
            return True
        if line is None:
            await self._rest_in_script()
            return False
        try:
            return await self.enter(line.strip())
        except QuestFoundryError as problem:
            note(f"Error: {problem}")
            return True

    def _interrupt(self) -> None:
        if self.session.state is SessionState.IDLE or self._is_stopping:
            raise AuthorLeft("The author left.")
        self._cancel()
        note("Press Ctrl-C again to quit.")

    def _cancel(self) -> None:
        if self.session.state is SessionState.IDLE:
            note("Nothing is running.")
            return
        self._is_stopping = True
        self.session.cancel()
        note("Stopping. Finished answers are used.")

    async def _rest_in_script(self) -> None:
        if not self._is_live:
            await self.rest()

    async def enter(self, line: str) -> bool:
        """Execute ``line``, an answer, a command or a message; return whether more may follow.

        Raise ``InputError`` for an unknown command.
        """
        action = ANSWERS.get(line.lower()) if self._approval.is_waiting else None
        if action is not None:
            await self._answer(action)
            return True
        name, rest = split_command(ALIASES.get(line.lower(), line), PLAIN_LINES)
        if name and name not in _AT_ONCE:
            await self._rest_in_script()
        if name == "/quit":
            return False
        await self._execute(name, rest, line)
        return True

    async def _answer(self, action: str) -> None:
        match action:
            case "approve":
                self._approval.approve()
            case "decline":
                self._approval.decide(DECLINED)
            case _:
                await self._do_edit("")

    async def _execute(self, name: str, rest: str, line: str) -> None:
        if command := getattr(self, f"_do_{name[1:]}", None):
            await command(rest)
        elif name and not rest:
            note(f"{name} needs a text after it, for example {name} Find a name for the harbour.")
        elif line:
            self.follow(self.session.chat(line))

    async def _do_edit(self, text: str) -> None:
        if self._approval.is_waiting and not text:
            note(EDIT_HELP)
            return
        await edit_pending(self._approval, text, self._desk.studio)

    async def _do_help(self, _: str) -> None:
        note(HELP)

    async def _do_status(self, _: str) -> None:
        self._view.show_status(self.session.status())

    async def _do_card(self, number: str) -> None:
        self._view.show_card(self.session.run_history, number)

    async def _do_choose(self, text: str) -> None:
        self._view.show_choice(await self.session.choose_draft(parse_choice(text)))

    async def _do_pin(self, text: str) -> None:
        self.session.pin(text)
        note("Pinned: the studio will keep this in mind.")

    async def _do_cancel(self, _: str) -> None:
        self._cancel()

    async def _do_pause(self, _: str) -> None:
        if self.session.state is SessionState.IDLE:
            note("Nothing is running.")
            return
        self._is_paused = True
        self.session.pause()
        note("Paused. /continue resumes the work; finished calls are not paid again.")

    async def _do_continue(self, _: str) -> None:
        if not self.resume():
            note("There is nothing to continue.")

    async def _do_session(self, number: str) -> None:
        if not number:
            note("\n".join(self._desk.describe_sessions()) or "There are no sessions yet.")
            return
        session = self._desk.open_session(number)
        await self.session.close()
        await self.rest()
        self.session = session
        self._view.show_start(session.id)
        self.resume()

    async def _show_events(self, events: AsyncIterator[Event]) -> None:
        async for event in events:
            self._view.emit(event)
            if isinstance(event, RunEnded):
                self.last_run = event
            if isinstance(event, TurnFailed) and not self._is_paused:
                self._view.show_failure(event)
            self._is_paused &= not isinstance(event, TurnFailed)
            self._is_stopping &= self.session.state is not SessionState.IDLE
        self._view.finish()

    async def _show_approval(self) -> None:
        if self._approval.request is not None:
            self._view.show_request(self._approval.request)
