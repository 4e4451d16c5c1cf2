"""The studio application's session: its events, and the author's commands and messages."""

from collections.abc import AsyncIterator
from typing import Any

from textual.app import App

from questfoundry.app.runs.outcome import list_results
from questfoundry.app.session.external_client import TITLE
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.shared_session import SharedSession
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.events import Event
from questfoundry.domain.run.result import DraftChoice, Spending
from questfoundry.domain.session import SessionState
from questfoundry.presentation.pending_approval import ANSWERS, PendingApproval, edit_pending
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.studio_lines import ALIASES, split_command
from questfoundry.presentation.studio_view import (
    STATES,
    describe_status,
    format_choice,
    format_spending,
    parse_choice,
)
from questfoundry.tui.conversation import ConversationView
from questfoundry.tui.desk import Desk
from questfoundry.tui.event_view import ContextBar, EventDrawer
from questfoundry.tui.messages import AuthorText, Note
from questfoundry.tui.run_detail import RunCard, RunDetail


class SessionApp(App[None]):
    """The part of the application that uses a session; ``failure`` is the error that ended it."""

    def __init__(self, desk: Desk, approval: PendingApproval) -> None:
        super().__init__()
        self.failure: BaseException | None = None
        self.session: InteractiveSession | None = None
        self.desk = desk
        self.approval = approval
        self.is_stopping = False
        self._is_leaving = False
        settings = desk.studio.settings
        self.bar = ContextBar(settings.project, settings.budget)
        self.conversation = ConversationView()
        self.drawing = EventDrawer(self.conversation, self.bar, desk.studio.runs.prices)

    async def run_action(self, *action: Any, **context: Any) -> bool:
        """Run an action; show a note if it fails, for example because a stored file is damaged."""
        try:
            return await super().run_action(*action, **context)
        except QuestFoundryError as problem:
            await self.note(str(problem), problem=True)
            return True

    def _handle_exception(self, error: Exception) -> None:
        """End the application with an error of the program as its failure, not a traceback."""
        if isinstance(error, QuestFoundryError):
            self.failure = error
            self.exit()
        else:
            super()._handle_exception(error)

    @property
    def open_session(self) -> SharedSession:
        """The session in which other programs launch runs: the open session, else a new one."""
        return SharedSession(
            open=lambda: self.session or self.begin_session(TITLE), follow=self.follow
        )

    async def note(self, text: str, *, problem: bool = False) -> None:
        """Show ``text`` as a note in the conversation; ``problem`` selects the error colour."""
        await self.conversation.add(Note(text, problem=problem))

    async def open(self, number: str) -> None:
        """Switch to session ``number``, show its messages, and continue the interrupted ones."""
        session = self.desk.open_session(number)
        if self.session is not None:
            await self.session.close()
        self._use(session)
        # Adding up a long session takes a while; show its messages first.
        self.call_after_refresh(self._count, session)
        await self.conversation.open(session.history().read_earlier)
        self.follow(session.resume())

    def begin_session(self, text: str) -> InteractiveSession:
        """Start a session with a title made from ``text``, and return it."""
        session = self.desk.start_session(text)
        self._use(session)
        return session

    def _use(self, session: InteractiveSession) -> None:
        self.session = session
        self.bar.session = session.id.rpartition("/")[2]
        self.bar.spent = Spending()

    def _count(self, session: InteractiveSession) -> None:
        self.bar.spent = session.status().spent

    async def send(self, text: str) -> None:
        """Show ``text`` and send it to the session; if no session is open, start one."""
        session = self.session or self.begin_session(text)
        is_queued = self.bar.state is not SessionState.IDLE
        sent = AuthorText(text, queued=is_queued)
        await self.conversation.add(sent)
        self.conversation.scroll_to_newest()
        self.follow(session.chat(text), sent)

    def follow(self, events: AsyncIterator[Event], sent: AuthorText | None = None) -> None:
        """Show ``events`` as they arrive; ``sent`` is the message that caused them, if known."""
        self.run_worker(self._draw_events(events, sent), exit_on_error=False)

    async def _draw_events(self, events: AsyncIterator[Event], sent: AuthorText | None) -> None:
        try:
            async for event in events:
                await self.drawing.draw(event, sent)
                self.is_stopping = self.is_stopping and self.bar.state is not SessionState.IDLE
        except Exception as problem:  # noqa: BLE001  reported by the caller of the application
            self.failure = problem
            self.exit()

    async def cancel(self) -> None:
        """Cancel the session's current work; show a note if nothing is running."""
        if self.session is None or self.bar.state is SessionState.IDLE:
            await self.note("Nothing is running.")
            return
        self.is_stopping = True
        self.session.cancel()
        await self.note("Stopping. Finished answers are used. Press Ctrl-C again to quit at once.")

    # Lines

    async def enter_line(self, text: str) -> None:
        """Execute ``text`` as an answer to the pending approval, a command, or a message."""
        name, rest = split_command(ALIASES.get(text.lower(), text))
        action = ANSWERS.get(text.lower()) if self.approval.is_waiting else None
        if action is not None:
            await self.run_action(action)
        elif command := getattr(self, f"_do_{name[1:]}", None):
            await command(rest)
        elif name and not rest:
            await self.note(
                f"{name} needs a text after it, for example {name} Find a name for the harbour."
            )
        else:
            is_for_team = self.bar.is_team_mode and not name
            await self.send(f"/coordinate {text}" if is_for_team else text)

    async def _do_help(self, _: str) -> None:
        await self.run_action("help")

    async def _do_quit(self, _: str) -> None:
        self.exit()

    async def _do_cancel(self, _: str) -> None:
        await self.cancel()

    async def _do_status(self, _: str) -> None:
        if self.session is None:
            await self.note(f"{STATES[self.bar.state]}; {format_spending(self.bar.spent)}")
        else:
            await self.note(describe_status(self.session.status()))

    async def _do_continue(self, _: str) -> None:
        if self.session is None or not self.session.list_interrupted_messages():
            await self.note("There is nothing to continue.")
            return
        self.follow(self.session.resume())

    async def _do_session(self, number: str) -> None:
        if number:
            await self.open(number)
        else:
            listed = "\n".join(self.desk.describe_sessions())
            await self.note(listed or "There are no sessions yet.")

    async def _do_copy(self, _: str) -> None:
        self.copy_to_clipboard(self.drawing.answer)
        await self.note("Copied the last answer to the clipboard (if the terminal supports it).")

    async def _do_pin(self, text: str) -> None:
        session = self.session or self.begin_session(text or "Pins")
        session.pin(text)
        await self.note("Pinned.")

    async def _do_card(self, number: str) -> None:
        shown = {each.progress.number: each.progress for each in self.query(RunCard)}
        ended = list_results(self.desk.studio.workspace) if number not in shown else ()
        for each in ended:
            progress = RunProgress.from_result(each)
            shown.setdefault(progress.number, progress)
        if number in shown:
            self.push_screen(RunDetail(shown[number]))
        else:
            await self.note(
                f"There is no run {number}." if number else "Give the number of a run: /card 1"
            )

    async def _do_choose(self, text: str) -> None:
        await self.choose(parse_choice(text))

    async def choose(self, choice: DraftChoice) -> None:
        """Make a draft the answer of its run, and show the decision on the card of the run."""
        result = await self.desk.studio.executor.choose_draft(choice)
        for card in self.screen_stack[0].query(RunCard):
            if card.progress.run == result.run:
                card.progress.result = result
                card.draw()
        await self.note(format_choice(result))

    async def _do_edit(self, text: str) -> None:
        if self.approval.is_waiting and not text:
            await self.run_action("edit_run")
        else:
            await edit_pending(self.approval, text, self.desk.studio)

    async def _do_pause(self, _: str) -> None:
        if self.session is None or self.bar.state is SessionState.IDLE:
            await self.note("Nothing is running.")
            return
        self.session.pause()
        await self.note("Paused. /continue resumes the work; finished calls are not paid again.")
