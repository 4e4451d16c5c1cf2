"""Show the events of a session in the conversation and in the status line at the top."""

import time

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from questfoundry.app.session.launching import LAUNCH
from questfoundry.domain.events import Event, ModelCallFinished, ToolCallStarted
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.run.result import Spending
from questfoundry.domain.run.spec import Budget
from questfoundry.domain.session import (
    AgentReplied,
    MessageQueued,
    MessageTaken,
    RunEnded,
    RunLaunched,
    SessionState,
    StateChanged,
    TextWritten,
    TurnFailed,
)
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.studio_view import STATES, format_note, format_used
from questfoundry.presentation.text import clean, format_count
from questfoundry.tui.conversation import ConversationView
from questfoundry.tui.messages import AgentText, AuthorText, Note
from questfoundry.tui.run_detail import RunCard


class ContextBar(Static):
    """The status line, which is redrawn when a value changes, and every second."""

    DEFAULT_CSS = """
    ContextBar {
        dock: top; height: 1; padding: 0 1; text-style: reverse;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    project: reactive[str] = reactive("")
    session: reactive[str] = reactive("")
    state: reactive[SessionState] = reactive(SessionState.IDLE)
    queued: reactive[int] = reactive(0)
    spent: reactive[Spending] = reactive(Spending())
    budget: reactive[Budget | None] = reactive(None)
    is_team_mode: reactive[bool] = reactive(False)

    def __init__(self, project: str, budget: Budget | None) -> None:
        super().__init__()
        self.set_reactive(ContextBar.project, project)
        self.set_reactive(ContextBar.budget, budget)
        self._since = time.monotonic()

    def on_mount(self) -> None:
        self.set_interval(1, self.refresh)

    def watch_state(self) -> None:
        self._since = time.monotonic()

    def render(self) -> Content:
        busy = self.state not in {SessionState.IDLE, SessionState.AWAITING_APPROVAL}
        seconds = f" {time.monotonic() - self._since:.0f} s" if busy else ""
        parts = [
            self.project,
            f"session {self.session}" if self.session else "new session",
            *(["team: all agents"] if self.is_team_mode else []),
            f"{STATES[self.state]}{seconds}",
            *([f"{format_count(self.queued, 'message')} waiting"] if self.queued else []),
            format_used(self.spent, self.budget),
            format_count(self.spent.calls, "call"),
        ]
        line = clean(" │ ".join(filter(None, parts)))
        return Content(f"{line:<{self.content_size.width}}")


class EventDrawer:
    """A display of session events in two widgets; ``answer`` is the agent's last reply."""

    def __init__(self, conversation: ConversationView, bar: ContextBar, prices: PriceBook) -> None:
        self.answer = ""
        self._conversation = conversation
        self._bar = bar
        self._prices = prices
        self._waiting: list[str] = []
        self._text: AgentText | None = None
        self._last_text: AgentText | None = None
        self._card: RunCard | None = None

    async def draw(self, event: Event, sent: AuthorText | None) -> None:
        """Show ``event``; ``sent`` is the message that caused it, if sent by this application."""
        match event:
            case MessageTaken(message=message):
                await self._draw_message(message, sent)
            case StateChanged():
                await self._draw_state(event)
            case TextWritten(text=text):
                await self._draw_text(text)
            case AgentReplied(text=text):
                await self._draw_reply(text)
            case TurnFailed(problem=problem):
                self._finish_text()
                kept = "The conversation is saved. /continue tries again."
                await self._note(f"{problem}\n{kept}", problem=True)
            case RunLaunched():
                await self._draw_run(event)
            case _ if line := self._describe(event):
                await self._note(line)
        self._count(event)
        if self._card is not None:
            self._card.show_event(event)
        if isinstance(event, RunEnded):
            self._card = None

    def _describe(self, event: Event) -> str:
        match event:
            case ToolCallStarted(tool=tool) if tool != LAUNCH and self._card is None:
                self._finish_text()
                self._last_text = None
                return f"Using {tool}"
            case _:
                return format_note(event)

    async def _draw_message(self, message: str, sent: AuthorText | None) -> None:
        self._last_text = None
        if sent is None:
            await self._conversation.add(AuthorText(message))
        else:
            sent.mark_started()
        if message in self._waiting:
            self._waiting.remove(message)
            self._bar.queued = len(self._waiting)

    async def _draw_state(self, event: StateChanged) -> None:
        self._bar.state = event.after
        if event.after is SessionState.IDLE:
            self._finish_text()
            if self._card is not None:
                self._card.leave()
                self._card = None
        if event.before is SessionState.AWAITING_APPROVAL and event.after is SessionState.IDLE:
            await self._note("The run was not started.")

    async def _draw_text(self, text: str) -> None:
        if self._text is None:
            self._text = self._last_text = AgentText(live=True)
            await self._conversation.add(self._text)
        self._text.add(text)

    async def _draw_reply(self, text: str) -> None:
        self.answer = text
        if self._last_text is not None:
            self._last_text.set_text(text)
        else:
            await self._conversation.add(AgentText(text))

    async def _draw_run(self, event: RunLaunched) -> None:
        self._finish_text()
        # Text written before the run is not the answer to its result.
        self._last_text = None
        for each in self._conversation.query(RunCard):
            if each.progress.run == event.run:
                await each.remove()
        self._card = RunCard(RunProgress.from_launch(event, self._prices))
        await self._conversation.add(self._card)

    def _finish_text(self) -> None:
        if self._text is not None:
            self._text.is_live = False
            self._text = None

    async def _note(self, text: str, *, problem: bool = False) -> None:
        await self._conversation.add(Note(text, problem=problem))

    def _count(self, event: Event) -> None:
        if isinstance(event, MessageQueued):
            self._waiting.append(event.message)
            self._bar.queued = len(self._waiting)
        if isinstance(event, ModelCallFinished) and not event.replayed:
            cost = self._prices.cost(event.model, event.usage)
            self._bar.spent = self._bar.spent.add_call(event.usage, cost)
