"""The studio's application: sends lines, draws events, and knows no rule of a session."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer

from questfoundry.app.session.session import InteractiveSession
from questfoundry.cli.studio_app.approving import NO, ApprovalCard, ApprovalInApp, Wanted
from questfoundry.cli.studio_app.context_bar import ContextBar
from questfoundry.cli.studio_app.conversation import ConversationView
from questfoundry.cli.studio_app.desk import Desk
from questfoundry.cli.studio_app.drawing import Drawing
from questfoundry.cli.studio_app.edit_run import EditRun
from questfoundry.cli.studio_app.help_screen import HelpScreen
from questfoundry.cli.studio_app.messages import AuthorText, Note
from questfoundry.cli.studio_app.prompt import PromptArea, PromptBox
from questfoundry.cli.studio_app.run_card import RunCard
from questfoundry.cli.studio_app.run_detail import RunDetail
from questfoundry.cli.studio_app.run_progress import RunProgress
from questfoundry.cli.studio_app.story_screen import StoryScreen
from questfoundry.cli.studio_lines import split
from questfoundry.cli.text import counted, money
from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.events import Event
from questfoundry.domain.protocols import ApprovalAnswer
from questfoundry.domain.session.result import RunResult
from questfoundry.domain.session.spec import RunSpec
from questfoundry.domain.session.state import SessionState

THEMES = ("ansi-dark", "textual-dark", "textual-light")
"""The terminal's own colours, which are right on dark and light ones, then two of ours."""


PLAIN = {"help": "/help", "?": "/help", "exit": "/quit", "quit": "/quit"}
"""What is typed by who has not seen the commands yet."""

ANSWERS = {"y": True, "yes": True, "n": False, "no": False}
"""What a line means while something is asked."""


class StudioApp(App[None]):
    """One conversation on the screen; ``failure`` is a mistake of ours that ended it."""

    CSS = """
    VerticalScroll, HorizontalScroll, TextArea { scrollbar-size: 1 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "PromptArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", priority=True),
        Binding("f2", "story", "Story"),
        Binding("ctrl+r", "newest_run", "Run"),
        Binding("ctrl+o", "coordinate", "Ask all"),
        Binding("ctrl+y", "agree", show=False, priority=True),
        Binding("ctrl+c", "stop", "Stop", priority=True),
        Binding("ctrl+q", "leave", "Leave", priority=True),
        Binding("ctrl+t", "colours", show=False),
        Binding("pageup", "scroll('page_up')", show=False, priority=True),
        Binding("pagedown", "scroll('page_down')", show=False, priority=True),
        Binding("ctrl+end", "newest", show=False, priority=True),
    ]

    def __init__(self, desk: Desk, approval: ApprovalInApp, session: str = "") -> None:
        """``session`` is the number of the one to go on with; else one begins when it is used."""
        super().__init__()
        self.theme = THEMES[0]
        self.failure: BaseException | None = None
        self.session: InteractiveSession | None = None
        self._desk = desk
        self._opens = session
        self._leaving = False
        self._stopping = False
        approval.show, approval.hide = self._ask, self._asked
        self._approval = approval
        settings = desk.studio.settings
        self.bar = ContextBar(settings.project, str(settings.budget or ""))
        self.conversation = ConversationView()
        self._lines: Mapping[str, Callable[[str], Awaitable[None]]] = {
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
        self.drawing = Drawing(self.conversation, self.bar, desk.studio.runs.prices)

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield self.bar
        yield self.conversation
        yield PromptBox()
        yield Footer()

    async def on_mount(self) -> None:
        """Show the session that is gone on with, or how to begin."""
        if self._opens:
            await self._open(self._opens)
            return
        await self.note(
            "Talk about your story. The studio answers, or has one or several models work on it.\n"
            "F1 shows keys and commands; nothing is lost, whenever you leave."
        )
        for number in self._desk.cut_off():
            await self.note(f"Session {number} was cut off: /session {number} goes on with it.")

    async def note(self, text: str, *, problem: bool = False) -> None:
        """Tell the author something beside the conversation."""
        await self.conversation.add(Note(text, problem=problem))

    # The session

    async def _open(self, number: str) -> None:
        session = self._desk.open(number)
        if self.session is not None:
            await self.session.close()
        self._use(session)
        await self.conversation.open(session.history().earlier)
        self._follow(session.go_on())

    def _begun(self, text: str) -> InteractiveSession:
        session = self._desk.begin(text)
        self._use(session)
        return session

    def _use(self, session: InteractiveSession) -> None:
        self.session = session
        self.bar.session = session.id.rpartition("/")[2]
        # In a long session, much is added up; what was said is to be seen before.
        self.call_after_refresh(self._count, session)

    def _count(self, session: InteractiveSession) -> None:
        self.bar.spent = session.status().spent

    async def _say(self, text: str) -> None:
        session = self.session or self._begun(text)
        waits = self.bar.state is not SessionState.IDLE
        said = AuthorText(text, waits=waits)
        await self.conversation.add(said)
        self.conversation.to_end()
        self._follow(session.chat(text), said)

    def _follow(self, events: AsyncIterator[Event], said: AuthorText | None = None) -> None:
        self.run_worker(self._followed(events, said), exit_on_error=False)

    async def _followed(self, events: AsyncIterator[Event], said: AuthorText | None) -> None:
        try:
            async for event in events:
                await self.drawing.draw(event, said)
                self._stopping = self._stopping and self.bar.state is not SessionState.IDLE
        except Exception as problem:  # noqa: BLE001  told by whoever runs the application
            self.failure = problem
            self.exit()

    # Approvals

    async def _ask(self, wanted: Wanted) -> None:
        card = ApprovalCard(wanted)
        await self.mount(card, before=self.query_one(PromptBox))
        if not self.query_one(PromptArea).text:
            card.focus()
        self.bell()

    async def _asked(self) -> None:
        if self.is_running:
            await self.screen_stack[0].query(ApprovalCard).remove()
            self.screen_stack[0].query_one(PromptArea).focus()

    def on_approval_card_answered(self, event: ApprovalCard.Answered) -> None:
        """The author decided."""
        self._approval.decide(event.answer)

    def on_approval_card_edited(self, event: ApprovalCard.Edited) -> None:
        """The author wants it otherwise; what was answered already is not changed."""

        def changed(spec: RunSpec | None) -> None:
            if spec is not None:
                self._approval.decide(ApprovalAnswer(approved=True, spec=spec))

        if self._approval.waits:
            agents = [each.id for each in self._desk.studio.agents()]
            self.push_screen(EditRun(event.wanted.spec, agents), changed)

    # Lines

    async def on_prompt_area_sent(self, event: PromptArea.Sent) -> None:
        """Do what the line says."""
        self._leaving = False
        try:
            await self._do(event.text)
        except QuestFoundryError as problem:
            await self.note(str(problem), problem=True)

    async def _do(self, text: str) -> None:
        name, rest = split(PLAIN.get(text.lower(), text))
        approved = ANSWERS.get(text.lower()) if self._approval.waits else None
        if approved is not None:
            self._approval.decide(ApprovalAnswer(approved=True) if approved else NO)
        elif name in self._lines:
            await self._lines[name](rest)
        elif name and not rest:
            await self.note(f"Say after {name} what is to be done.")
        else:
            all_of_them = self.bar.coordinates and not name
            await self._say(f"/coordinate {text}" if all_of_them else text)

    async def _help(self, _: str) -> None:
        self.action_help()

    async def _quit(self, _: str) -> None:
        self.exit()

    async def _status(self, _: str) -> None:
        spent, state = self.bar.spent, self.bar.state.value.replace("_", " ")
        await self.note(
            f"{state}; {counted(spent.calls, 'call')}, {spent.tokens:,} tokens, {money(spent.cost)}"
        )

    async def _continue(self, _: str) -> None:
        if self.session is not None:
            self._follow(self.session.go_on())

    async def _sessions(self, number: str) -> None:
        if number:
            await self._open(number)
        else:
            await self.note("\n".join(self._desk.sessions()) or "There is no session yet.")

    async def _copy(self, _: str) -> None:
        self.copy_to_clipboard(self.drawing.answer)
        await self.note("The last answer is in the clipboard, where the terminal lets it.")

    async def _pin(self, text: str) -> None:
        session = self.session or self._begun(text or "Pins")
        session.pin(text)
        await self.note("It is kept in mind.")

    async def _card(self, number: str) -> None:
        shown = {each.progress.number: each.progress for each in self.query(RunCard)}
        ended = self._desk.studio.workspace.described_runs() if number not in shown else ()
        for each in ended:
            progress = RunProgress.of_result(RunResult.model_validate(each["result"]))
            shown.setdefault(progress.number, progress)
        if number in shown:
            self.push_screen(RunDetail(shown[number]))
        else:
            await self.note(f"There is no run {number or 'without a number'}.")

    # Keys

    async def _cancel(self, _: str = "") -> None:
        if self.session is None or self.bar.state is SessionState.IDLE:
            await self.note("Nothing works.")
            return
        self._stopping = True
        self.session.cancel()
        await self.note("It stops. What was answered counts. Ctrl-C again leaves at once.")

    async def _pause(self, _: str) -> None:
        if self.session is None or self.bar.state is SessionState.IDLE:
            await self.note("Nothing works.")
            return
        self.session.pause()
        await self.note("It is left as it is: /continue goes on with it, and pays nothing twice.")

    async def action_stop(self) -> None:
        """Copy what is selected, else stop what works, else leave when it is said twice."""
        selected = self.screen.get_selected_text() or self.query_one(PromptArea).selected_text
        if selected:
            self.copy_to_clipboard(selected)
            self.screen.clear_selection()
        elif self._stopping or self._leaving:
            self.exit()
        elif self.bar.state is not SessionState.IDLE:
            await self._cancel()
        else:
            self._leaving = True
            await self.note("Ctrl-C again leaves. Everything is kept.")

    def action_leave(self) -> None:
        """Leave; what works is gone on with next time."""
        self.exit()

    def action_help(self) -> None:
        """Show keys and commands."""
        self.push_screen(HelpScreen())

    def action_story(self) -> None:
        """Show the story's passages, choices and findings."""
        self.push_screen(StoryScreen(self._desk.story))

    async def action_newest_run(self) -> None:
        """Open the newest run."""
        cards = self.query(RunCard)
        if cards:
            self.push_screen(RunDetail(cards.last().progress))
        else:
            await self.note("No run was launched yet: /run TASK launches one.")

    def action_coordinate(self) -> None:
        """Have every message go to all agents, or to the studio again."""
        self.bar.coordinates = not self.bar.coordinates

    def action_agree(self) -> None:
        """Agree to what is asked, wherever the cursor is."""
        self._approval.decide(ApprovalAnswer(approved=True))

    def action_colours(self) -> None:
        """The next theme."""
        self.theme = THEMES[(THEMES.index(self.theme) + 1) % len(THEMES)]

    def action_scroll(self, how: str) -> None:
        """Scroll the conversation from wherever the cursor is."""
        if how == "page_up":
            self.conversation.scroll_page_up(animate=False)
        else:
            self.conversation.scroll_page_down(animate=False)

    async def action_newest(self) -> None:
        """Go to the newest message."""
        await self.conversation.action_newest()

    def on_run_card_opened(self, event: RunCard.Opened) -> None:
        """Show what stands behind a card."""
        self.push_screen(RunDetail(event.progress))

    async def on_run_card_cancelled(self) -> None:
        """Stop the run."""
        await self._cancel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What applies now; on a page of their own, only leaving does."""
        del parameters
        if action == "agree":
            return self._approval.waits
        if len(self.screen_stack) > 1:
            return action not in {"help", "story", "newest_run", "scroll", "newest", "coordinate"}
        return True
