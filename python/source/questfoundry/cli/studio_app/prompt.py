"""Where the author writes: Enter sends, Ctrl-J breaks the line, arrows bring back what was sent."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from questfoundry.cli.studio_lines import beginning_with
from questfoundry.cli.text import clean


class PromptArea(TextArea):
    """The lines that are being written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "Send", priority=True),
        Binding("ctrl+j,alt+enter,shift+enter", "break_line", "New line", priority=True),
        Binding("tab", "complete", show=False, priority=True),
        Binding("up", "earlier", show=False, priority=True),
        Binding("down", "later", show=False, priority=True),
    ]

    class Sent(Message):
        """The author said it."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(
            compact=True,
            highlight_cursor_line=False,
            placeholder="Say what you want. /help shows what else",
        )
        self._sent: list[str] = []
        self._at = 0

    def remember(self, sent: str) -> None:
        """Have the arrows bring it back."""
        self._sent.append(sent)
        self._at = len(self._sent)

    def action_send(self) -> None:
        """Say it, where there is something to say."""
        text = self.text.strip()
        if text:
            self.remember(text)
            self.clear()
            self.post_message(self.Sent(text))

    def action_break_line(self) -> None:
        """One line more."""
        self.insert("\n")

    def action_complete(self) -> None:
        """Write out a command that is meant."""
        found = beginning_with(self.text)
        self.load_text(f"{found[0].name} " if found[0].takes else found[0].name)
        self.move_cursor(self.document.end)

    def action_earlier(self) -> None:
        """What was sent before."""
        self._bring(self._at - 1)

    def action_later(self) -> None:
        """What was sent after that, and nothing in the end."""
        self._bring(self._at + 1)

    def _bring(self, at: int) -> None:
        self._at = max(0, min(at, len(self._sent)))
        self.load_text(self._sent[self._at] if self._at < len(self._sent) else "")
        self.move_cursor(self.document.end)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Arrows move in what is written first; Tab goes elsewhere unless a command is begun."""
        del parameters
        row = self.cursor_location[0]
        match action:
            case "complete":
                return bool(beginning_with(self.text))
            case "earlier":
                return row == 0 and bool(self._sent)
            case "later":
                return row == self.document.line_count - 1 and self._at < len(self._sent)
            case _:
                return True


class Prompt(Vertical):
    """The lines, and above them the commands that may be meant."""

    DEFAULT_CSS = """
    Prompt { height: auto; dock: bottom; margin-bottom: 1; border-top: solid $primary; }
    Prompt:focus-within { border-top: solid $accent; }
    Prompt > Static {
        height: auto; max-height: 12; padding: 0 1; color: $text-muted; display: none;
    }
    Prompt > Static.shown { display: block; }
    Prompt > PromptArea { height: auto; max-height: 8; padding: 0 1; }
    """

    def compose(self) -> ComposeResult:
        """Both."""
        yield Static()
        yield PromptArea()

    @property
    def area(self) -> PromptArea:
        """Where is written."""
        return self.query_one(PromptArea)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Show which commands begin like that."""
        found = beginning_with(event.text_area.text)
        hint = self.query_one(Static)
        hint.set_class(bool(found), "shown")
        hint.update(Content(clean("\n".join(f"{each.usage}  {each.help}" for each in found))))
