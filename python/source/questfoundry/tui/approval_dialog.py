"""Ask for approval in the application: the author approves, declines or edits the request."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Footer, Input, Label, Static, TextArea

from questfoundry.app.session.approval import describe_request
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.runs import RunApproval, ToolApproval
from questfoundry.domain.run.spec import RunSpec
from questfoundry.presentation.studio_lines import find_commands
from questfoundry.presentation.text import clean


class PromptArea(TextArea):
    """The text area in which the author types a message."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Both keys are handled together with characters, in the order in which they were pressed.
        Binding("enter", "send", "Send"),
        Binding("ctrl+j", "break_line", "New line"),
    ]

    class Sent(Message):
        """The event posted when the author sends ``text``."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(
            compact=True,
            highlight_cursor_line=False,
            placeholder="Type a message. /help lists the commands",
        )
        self._sent: list[str] = []
        self._position = 0

    async def _on_key(self, event: events.Key) -> None:
        match event.key:
            case "enter":
                self.action_send()
            case "ctrl+j" | "alt+enter" | "shift+enter":
                self.action_break_line()
            case "tab" if found := find_commands(self.text):
                self._write(f"{found[0].name} " if found[0].argument else found[0].name)
            case "ctrl+d" if not self.text:
                await self.app.run_action("leave")
            case _:
                await super()._on_key(event)
                return
        event.stop()
        event.prevent_default()

    async def _on_paste(self, event: events.Paste) -> None:
        # TextArea has inserted the text; the application would insert it again.
        event.stop()

    def action_send(self) -> None:
        text = self.text.strip()
        if text:
            self._sent.append(text)
            self._position = len(self._sent)
            self.clear()
            self.post_message(self.Sent(text))

    def action_break_line(self) -> None:
        self.insert("\n")

    def action_cursor_up(self, select: bool = False) -> None:
        if self.cursor_location[0] == 0 and self._position and not select:
            self._recall(self._position - 1)
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        is_last = self.cursor_location[0] == self.document.line_count - 1
        if is_last and self._position < len(self._sent) and not select:
            self._recall(self._position + 1)
        else:
            super().action_cursor_down(select)

    def _recall(self, at: int) -> None:
        self._position = at
        self._write(self._sent[at] if at < len(self._sent) else "")

    def _write(self, text: str) -> None:
        self.load_text(text)
        self.move_cursor(self.document.end)


class PromptBox(Vertical):
    """The input, with a list of matching commands above it while a command is typed."""

    DEFAULT_CSS = """
    PromptBox { height: auto; dock: bottom; margin-bottom: 1; border-top: solid $primary; }
    PromptBox:focus-within { border-top: solid $accent; }
    PromptBox > Static {
        height: auto; max-height: 12; padding: 0 1; color: $text-muted; display: none;
    }
    PromptBox > Static.shown { display: block; }
    PromptBox > PromptArea { height: auto; max-height: 8; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        yield Static()
        yield PromptArea()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        found = find_commands(event.text_area.text)
        hint = self.query_one(Static)
        hint.set_class(bool(found), "shown")
        hint.update(Content(clean("\n".join(f"{each.usage}  {each.help}" for each in found))))


_MODES = {
    "refinement": "Agents improve their drafts",
    "planning_mode": "Agents only write a plan",
    "execute_after_planning": "The winner carries out its plan",
}
"""The switches of the form, by the name of their field."""


class ApprovalCard(VerticalScroll, can_focus=False):
    """The card above the input that shows a request for approval with its estimated cost.

    The input keeps the focus, so that a typed letter never answers by accident.
    """

    DEFAULT_CSS = """
    ApprovalCard {
        height: auto; max-height: 60%; margin: 0 1; padding: 0 1;
        border: heavy $warning; border-title-color: $text; border-subtitle-color: $text;
    }
    """

    def __init__(self, request: RunApproval | ToolApproval) -> None:
        super().__init__()
        edit = ", e: edit it" if isinstance(request, RunApproval) else ""
        self._text = describe_request(request)
        self.border_title = "Approve this?"
        self.border_subtitle = f"y: approve, n: decline{edit}, then Enter   Ctrl-Y: approve"

    def compose(self) -> ComposeResult:
        yield Static(Content(clean(self._text)))

    def watch_virtual_size(self, old_value: Size, new_value: Size) -> None:
        """Tell the author how to read on if the text is higher than the card."""
        del old_value
        more = " PageDown shows more" if new_value.height > self.size.height else ""
        self.border_title = f"Approve this?{more}"


class Tick(Checkbox):
    """A checkbox of one line that shows its value without colours, as ``[X]`` or ``[ ]``."""

    BUTTON_LEFT, BUTTON_RIGHT = "[", "]"

    def __init__(self, label: Content, value: bool, *, id: str) -> None:  # noqa: A002
        self.BUTTON_INNER = "X" if value else " "
        super().__init__(label, value, id=id, compact=True)

    def watch_value(self) -> None:
        self.BUTTON_INNER = "X" if self.value else " "
        super().watch_value()


class EditRun(ModalScreen[RunSpec | None]):
    """The form that changes a run; its result is the changed run, or ``None`` after Cancel."""

    DEFAULT_CSS = """
    EditRun { align: center middle; }
    EditRun > VerticalScroll {
        width: 100%; max-width: 100; height: 90%;
        border: heavy $accent; padding: 0 1; background: $background;
    }
    EditRun TextArea { height: 5; }
    EditRun #problem { color: $text-error; }
    """
    AUTO_FOCUS = "TextArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "keep", "Approve with changes", priority=True),
        Binding("escape", "leave", "Cancel"),
    ]

    def __init__(self, spec: RunSpec, agents: Sequence[str]) -> None:
        super().__init__()
        self._spec = spec
        self._agents = agents

    def compose(self) -> ComposeResult:
        spec = self._spec
        chosen = set(spec.choose_agents(self._agents))
        with VerticalScroll(can_focus=False) as form:
            form.border_title = "Edit the run"
            yield Label("Task")
            yield TextArea(clean(spec.task), id="task")
            yield Label("Context")
            yield TextArea(clean(spec.context or ""), id="context")
            yield Label("Agents")
            for number, each in enumerate(self._agents):
                yield Tick(Content(clean(each)), each in chosen, id=f"agent{number}")
            yield Label("Mode")
            for name, label in _MODES.items():
                ticked = spec.has_refinement if name == "refinement" else getattr(spec, name)
                yield Tick(Content(label), ticked, id=name)
            limits = spec.coordination_overrides
            yield Label("Rounds of improvement, 1 to 5")
            yield Input(str(limits.max_rounds), id="rounds")
            yield Label("Time limit of this run, in seconds")
            yield Input("" if limits.timeout is None else f"{limits.timeout:g}", id="timeout")
            for number, each in enumerate(self._agents):
                yield Label(Content(clean(f"Additional prompt for {each}")))
                prompt = spec.agent_system_prompts.get(each, "")
                yield TextArea(clean(prompt), id=f"prompt{number}")
            yield Label("Budget of this run, for example 50000tokens or 2.50usd")
            yield Input(limits.budget or "", id="budget")
            yield Static(id="problem")
        yield Footer()

    def action_keep(self) -> None:
        try:
            self.dismiss(self._build_spec())
        except InputError as problem:
            self.query_one("#problem", Static).update(Content(clean(problem.problem)))

    def action_leave(self) -> None:
        self.dismiss(None)

    def _build_spec(self) -> RunSpec:
        ticked = {each.id: each.value for each in self.query(Tick)}
        typed = {each.id: each.value for each in self.query(Input)}
        return self._spec.revise(
            task=self.query_one("#task", TextArea).text,
            context=self.query_one("#context", TextArea).text,
            agents=[each for n, each in enumerate(self._agents) if ticked[f"agent{n}"]],
            refinement=ticked["refinement"],
            planning_mode=ticked["planning_mode"],
            execute_after_planning=ticked["execute_after_planning"],
            rounds=typed["rounds"],
            timeout=typed["timeout"],
            budget=typed["budget"],
            prompts={
                agent: self.query_one(f"#prompt{number}", TextArea).text
                for number, agent in enumerate(self._agents)
            },
        )
