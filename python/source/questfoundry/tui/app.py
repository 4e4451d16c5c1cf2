"""The studio application: the layout of its widgets, its keys, its pages and its requests."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.domain.errors import QuestFoundryError
from questfoundry.domain.protocols.runs import ApprovalAnswer, RunApproval
from questfoundry.domain.run.spec import RunSpec
from questfoundry.domain.session import SessionState
from questfoundry.presentation.pending_approval import DECLINED, PendingApproval
from questfoundry.presentation.studio_lines import help_text
from questfoundry.presentation.text import clean
from questfoundry.tui.approval_dialog import ApprovalCard, EditRun, PromptArea, PromptBox
from questfoundry.tui.desk import Desk
from questfoundry.tui.lines import SessionApp
from questfoundry.tui.run_detail import RunCard, RunDetail

KEYS = """\
Type a message and press Enter. "Ask all of them", "just you" or "plan first" choose the mode.

Keys
  Enter              send the message
  Ctrl-J, Alt-Enter  start a new line
  Up, Down           recall earlier messages
  PageUp, PageDown   scroll the conversation; Ctrl-End jumps to the newest message
  Tab, Shift-Tab     move between the input and the runs; Tab completes a command
  Enter, Delete      on a run: open it; cancel it (press Delete twice)
  Ctrl-R             show the newest run: drafts, votes and reasons side by side
  Ctrl-O             team mode on or off: send every message to all agents
  Ctrl-Y, Ctrl-N     approve or decline a request, even while you are typing
  Ctrl-E             edit a run before you approve it
  F1, F2             show this help; show the story, its choices and findings
  Ctrl-C             copy the selection; else stop the current work; else quit
  Ctrl-T             change the colours: terminal, dark, light
  Ctrl-Q, Ctrl-D     quit; everything is saved, and work continues next time

Commands
"""


class TextPage(ModalScreen[None]):
    """A page of plain text with a title, shown until the author goes back."""

    DEFAULT_CSS = """
    TextPage VerticalScroll {
        height: 1fr; padding: 0 1; background: $background; border: round $secondary;
    }
    TextPage.help { align: center middle; }
    TextPage.help VerticalScroll {
        width: 100%; max-width: 92; height: auto; max-height: 90%; border: heavy $accent;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,f2,enter", "app.pop_screen", "Back")
    ]
    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, title: str, text: str, *, classes: str = "") -> None:
        super().__init__(classes=classes)
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as page:
            page.border_title = self._title
            yield Static(Content(clean(self._text)))
        yield Footer()


_MAIN_SCREEN_ACTIONS = frozenset(
    ("help", "story", "newest_run", "scroll", "newest", "coordinate", "decline", "edit_run")
)
"""The actions that other screens disable."""

THEMES = ("ansi-dark", "textual-dark", "textual-light")
"""The selectable themes: the terminal's own colours, then a fixed dark and a fixed light theme."""


class StudioApp(SessionApp):
    """The studio application: its widgets, its key bindings, and requests for approval."""

    CSS = """
    VerticalScroll, HorizontalScroll, TextArea { scrollbar-size: 1 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "PromptArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help", priority=True),
        Binding("f2", "story", "Story"),
        Binding("ctrl+r", "newest_run", "Run"),
        Binding("ctrl+o", "coordinate", "Team"),
        Binding("ctrl+y", "approve", show=False, priority=True),
        Binding("ctrl+n", "decline", show=False, priority=True),
        Binding("ctrl+e", "edit_run", show=False, priority=True),
        Binding("ctrl+c", "stop", "Stop", priority=True),
        Binding("ctrl+q", "leave", "Quit", priority=True),
        Binding("ctrl+t", "colours", show=False),
        Binding("pageup", "scroll('page_up')", show=False, priority=True),
        Binding("pagedown", "scroll('page_down')", show=False, priority=True),
        Binding("ctrl+end", "newest", show=False, priority=True),
    ]

    def __init__(
        self, desk: Desk, approval: PendingApproval, session: str = "", typed: str = ""
    ) -> None:
        """Set up the application for ``session``, or for a new session if ``session`` is empty.

        ``typed``: the text that was typed before the start.
        """
        super().__init__(desk, approval)
        self.theme = THEMES[0]
        self._typed = typed
        self._initial_session = session
        approval.on_change = self._announce_approval

    def compose(self) -> ComposeResult:
        yield self.bar
        yield self.conversation
        yield PromptBox()
        yield Footer()

    async def on_mount(self) -> None:
        if self._initial_session:
            await self.open(self._initial_session)
        else:
            await self._welcome()
        *lines, rest = self._typed.split("\n")
        for line in filter(None, map(str.strip, lines)):
            self.post_message(PromptArea.Sent(line))
        self.query_one(PromptArea).insert(rest)

    async def _welcome(self) -> None:
        await self.note(
            "Chat about your story. The studio answers, or has one or several models work on it.\n"
            "F1 shows keys and commands. You can quit at any time; everything is saved."
        )
        if listed := self.desk.describe_recent_sessions():
            await self.note(listed)

    # Approvals

    async def _announce_approval(self) -> None:
        # A request may come from a task of the server, which must not change widgets.
        self.call_later(self._show_approval)

    async def _show_approval(self) -> None:
        if not self.is_running:
            return
        below = self.screen_stack[0]
        await below.query(ApprovalCard).remove()
        if self.approval.request is not None:
            card = ApprovalCard(self.approval.request)
            await below.mount(card, before=below.query_one(PromptBox))
            self.bell()

    async def on_prompt_area_sent(self, event: PromptArea.Sent) -> None:
        self._is_leaving = False
        try:
            await self.enter_line(event.text)
        except QuestFoundryError as problem:
            await self.note(str(problem), problem=True)

    # Keys

    async def on_key(self, event: events.Key) -> None:
        """Pass what is typed to the input, even if another widget has the focus."""
        if event.is_printable and len(self.screen_stack) == 1:
            prompt = self._focus_prompt()
            prompt.insert(event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        """Pass what is pasted to the input, even if another widget has the focus."""
        if len(self.screen_stack) == 1:
            self._focus_prompt().insert(event.text)

    def _focus_prompt(self) -> PromptArea:
        prompt = self.query_one(PromptArea)
        prompt.focus()
        return prompt

    async def action_stop(self) -> None:
        """Copy selected text; otherwise stop the work at the first press and quit at the second."""
        selected = self.screen.get_selected_text() or self.query_one(PromptArea).selected_text
        if selected:
            self.copy_to_clipboard(selected)
            self.screen.clear_selection()
        elif self.is_stopping or self._is_leaving:
            self.exit()
        elif self.bar.state is not SessionState.IDLE:
            await self.cancel()
        else:
            self._is_leaving = True
            await self.note("Press Ctrl-C again to quit. Everything is saved.")

    def action_leave(self) -> None:
        self.exit()

    def action_help(self) -> None:
        self.push_screen(TextPage("The studio", KEYS + help_text(), classes="help"))

    def action_story(self) -> None:
        self.push_screen(TextPage("The story", self.desk.story()))

    async def action_newest_run(self) -> None:
        cards = self.query(RunCard)
        if cards:
            self.push_screen(RunDetail(cards.last().progress))
        else:
            await self.note("There are no runs yet. /run TASK starts one.")

    def action_coordinate(self) -> None:
        self.bar.is_team_mode = not self.bar.is_team_mode

    def action_approve(self) -> None:
        self.approval.approve()

    def action_decline(self) -> None:
        self.approval.decide(DECLINED)

    def action_edit_run(self) -> None:
        def changed(spec: RunSpec | None) -> None:
            if spec is not None:
                self.approval.decide(ApprovalAnswer(approved=True, spec=spec))

        request = self.approval.request if self.approval.is_waiting else None
        if isinstance(request, RunApproval):
            agents = [each.id for each in self.desk.studio.agents()]
            self.push_screen(EditRun(request.spec, agents), changed)

    def action_colours(self) -> None:
        self.theme = THEMES[(THEMES.index(self.theme) + 1) % len(THEMES)]

    def action_scroll(self, how: str) -> None:
        cards = [each for each in self.query(ApprovalCard) if each.max_scroll_y]
        page = cards[0] if cards else self.conversation
        if how == "page_up":
            page.scroll_page_up(animate=False)
        else:
            page.scroll_page_down(animate=False)

    async def action_newest(self) -> None:
        await self.conversation.action_newest()

    def on_run_card_opened(self, event: RunCard.Opened) -> None:
        self.push_screen(RunDetail(event.progress))

    async def on_run_detail_chosen(self, event: RunDetail.Chosen) -> None:
        try:
            await self.choose(event.choice)
        except QuestFoundryError as problem:
            await self.note(str(problem), problem=True)

    async def on_run_card_cancelled(self) -> None:
        await self.cancel()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable most actions while a modal screen is open."""
        del parameters
        if action in {"approve", "decline", "edit_run"} and not self.approval.is_waiting:
            return False
        if len(self.screen_stack) > 1:
            return action not in _MAIN_SCREEN_ACTIONS
        return True
