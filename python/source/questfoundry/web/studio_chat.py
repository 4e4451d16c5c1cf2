"""Provide a studio session for the chat page: its earlier messages and its current activity."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from attrs import define, frozen

from questfoundry.app.session.history import HistoryEntry, HistoryMessage, HistoryRun
from questfoundry.app.session.launching import LAUNCH
from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.transcript import SUBJECT
from questfoundry.composition.project.project import Project
from questfoundry.domain.events import Event, ToolCallStarted
from questfoundry.domain.run.result import DraftChoice
from questfoundry.domain.session import (
    AgentReplied,
    MessageTaken,
    RunEnded,
    RunLaunched,
    TextWritten,
    TurnFailed,
)
from questfoundry.presentation.errors import error_message
from questfoundry.presentation.pending_approval import PendingApproval
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.studio_view import format_choice, format_note
from questfoundry.web.background_task import Changes

PAGE_SIZE = 200  # the number of messages on a page of the history


@define(kw_only=True)
class ChatEntry:
    """A chat entry; ``by`` is ``author``, ``agent``, ``note``, ``problem`` or ``run``."""

    by: str
    text: str = ""
    run: RunProgress | None = None


@frozen(kw_only=True)
class EarlierMessages:
    """The newest messages of finished turns; ``has_more`` tells that there are older messages."""

    entries: tuple[ChatEntry, ...]
    has_more: bool


class StudioChat:
    """One studio session, as the chat page shows it.

    ``now``: The entries since the session was last idle.
    ``waiting``: The messages that wait while an earlier message is answered.
    """

    def __init__(self, project: Project, number: str) -> None:
        self.changes = Changes()
        self.approval = PendingApproval()
        self.approval.on_change = self._notify
        self._studio = project.studio
        self.session: InteractiveSession = self._studio.session(
            f"{SUBJECT}/{number}", approval=self.approval
        )
        self.now: list[ChatEntry] = []
        self.waiting: list[str] = []
        self._earlier = EarlierMessages(entries=(), has_more=False)
        self._prices = project.container.prices()
        self._text: ChatEntry | None = None
        self._run: RunProgress | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def agents(self) -> tuple[str, ...]:
        """The ids of the agents that can take part in a run of this session."""
        return self._studio.agents()

    @property
    def is_busy(self) -> bool:
        """Return whether a message is being answered."""
        return bool(self._tasks)

    def send(self, message: str) -> None:
        """Send ``message``, which waits until earlier messages are answered."""
        self._archive_if_idle()
        events = self.session.chat(message)
        self.waiting.append(message)
        self._follow(events)

    def pin(self, text: str) -> None:
        """Pin ``text``, so that the agent sees it in every turn."""
        self.session.pin(text)
        self._add("note", f"Pinned: {text}")

    async def choose(self, choice: DraftChoice) -> None:
        """Make a draft the answer of its run, and show the decision at the run."""
        result = await self.session.choose_draft(choice)
        for each in (*self._earlier.entries, *self.now):
            if each.run is not None and each.run.run == result.run:
                each.run.result = result
        self._add("note", format_choice(result))

    def resume(self) -> None:
        """Continue the interrupted messages of the session."""
        self._archive_if_idle()
        self._follow(self.session.resume())

    def load_earlier(self, pages: int = 1) -> EarlierMessages:
        """Return the messages before the entries ``now``.

        If the session is idle, the entries in ``now`` first become earlier messages.
        """
        if not self.is_busy and (not self.now or pages > 1):
            self._earlier, self.now = self._load_history(pages), []
        return self._earlier

    async def close(self) -> None:
        """Close the session and wait for its tasks; interrupted messages can be resumed later."""
        await self.session.close()
        await asyncio.gather(*self._tasks)

    async def _notify(self) -> None:
        self.changes.notify()

    def _archive_if_idle(self) -> None:
        if not self.is_busy:
            self._earlier, self.now = self._load_history(1), []

    def _load_history(self, pages: int) -> EarlierMessages:
        history = self.session.history()
        found: Sequence[HistoryEntry] = ()
        for _ in range(pages):
            found = [*history.read_earlier(PAGE_SIZE), *found]
        return EarlierMessages(
            entries=tuple(map(_to_entry, found)), has_more=bool(history.read_earlier(1))
        )

    def _follow(self, events: AsyncIterator[Event]) -> None:
        task = asyncio.ensure_future(self._consume(events))
        self._tasks.add(task)
        task.add_done_callback(self._finish_task)

    def _finish_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.changes.notify()

    async def _consume(self, events: AsyncIterator[Event]) -> None:
        try:
            async for event in events:
                self._handle(event)
                self.changes.notify()
        except Exception as problem:  # noqa: BLE001  shown on the page
            self._add("problem", error_message(problem))
        self._run = self._text = None

    def _add(self, by: str, text: str = "", run: RunProgress | None = None) -> ChatEntry:
        self.now.append(ChatEntry(by=by, text=text, run=run))
        return self.now[-1]

    def _handle(self, event: Event) -> None:
        match event:
            case MessageTaken(message=message):
                if message in self.waiting:
                    self.waiting.remove(message)
                self._text = None
                self._add("author", message)
            case TextWritten() | AgentReplied():
                self._text = self._text or self._add("agent")
                before = self._text.text if isinstance(event, TextWritten) else ""
                self._text.text = before + event.text
            case TurnFailed(problem=problem):
                self._add("problem", problem)
            case RunLaunched():
                # Text written before the run is not the answer to its result.
                self._text, self._run = None, RunProgress.from_launch(event, self._prices)
                self._add("run", run=self._run)
            case ToolCallStarted(tool=tool) if tool != LAUNCH and self._run is None:
                self._text = None
                self._add("note", f"Using {tool}")
            case _ if line := format_note(event):
                self._add("note", line)
        if self._run is not None:
            self._run.update(event)
        if isinstance(event, RunEnded):
            self._run = None


def _to_entry(entry: HistoryEntry) -> ChatEntry:
    match entry:
        case HistoryMessage(text=text, by_author=by_author):
            return ChatEntry(by="author" if by_author else "agent", text=text)
        case HistoryRun():
            return ChatEntry(by="run", run=RunProgress.from_history(entry))
