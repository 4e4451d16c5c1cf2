"""Define the input area: Enter sends, Ctrl-J starts a new line, arrow keys recall messages."""

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

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
