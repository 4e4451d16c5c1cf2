"""The slash commands of the studio, and the input area with completion and recalled messages."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from questfoundry.presentation.text import clean


@frozen(kw_only=True)
class StudioLine:
    """A slash command of the studio; ``is_in_plain`` means that the plain studio has it too."""

    name: str
    argument: str
    help: str
    is_in_plain: bool = True

    @property
    def usage(self) -> str:
        """The command and its argument as the author types them."""
        return f"{self.name} {self.argument}".rstrip()


LINES = (
    StudioLine(
        name="/run",
        argument="TASK",
        help="start a run of all agents directly",
    ),
    StudioLine(name="/coordinate", argument="TASK", help="do the same as /run"),
    StudioLine(
        name="/pin", argument="TEXT", help="keep a text in the agent's mind for the whole session"
    ),
    StudioLine(
        name="/card", argument="NUMBER", help="show a run with its drafts, votes and reasons"
    ),
    StudioLine(name="/status", argument="", help="show the state and the cost of the session"),
    StudioLine(
        name="/cancel",
        argument="",
        help="stop the current work, and use the finished answers",
        is_in_plain=False,
    ),
    StudioLine(
        name="/pause",
        argument="",
        help="pause the current work, to continue it later",
        is_in_plain=False,
    ),
    StudioLine(name="/continue", argument="", help="continue the paused work", is_in_plain=False),
    StudioLine(
        name="/session",
        argument="NUMBER",
        help="continue the session NUMBER; without NUMBER, list all sessions",
        is_in_plain=False,
    ),
    StudioLine(
        name="/copy", argument="", help="copy the last answer to the clipboard", is_in_plain=False
    ),
    StudioLine(
        name="/quit", argument="", help="stop here (Ctrl-D does the same); everything is saved"
    ),
    StudioLine(name="/help", argument="", help="show this help"),
)


def split_command(line: str) -> tuple[str, str]:
    """Return the command at the start of ``line`` and the rest of the line.

    If the first word is not a known command, the returned command is empty. So a line that starts
    with a path is a message.
    """
    name, _, rest = line.strip().partition(" ")
    return (name, rest.strip()) if any(each.name == name for each in LINES) else ("", line)


def find_commands(typed: str) -> list[StudioLine]:
    """Return the commands that start with ``typed``, for completion while the author types."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return []
    return [each for each in LINES if each.name.startswith(typed)]


def help_text(*, plain_only: bool) -> str:
    """Return one line about each command; ``plain_only`` omits those of the full-screen app."""
    shown = [each for each in LINES if each.is_in_plain or not plain_only]
    widest = max(len(each.usage) for each in shown) + 1
    return "\n".join(f"  {each.usage:<{widest}} {each.help}" for each in shown)


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

    def remember(self, sent: str) -> None:
        """Add ``sent`` to the messages that the arrow keys recall."""
        self._sent.append(sent)
        self._position = len(self._sent)

    async def _on_key(self, event: events.Key) -> None:
        match event.key:
            case "enter":
                self.action_send()
            case "ctrl+j" | "alt+enter" | "shift+enter":
                self.action_break_line()
            case "tab" if find_commands(self.text):
                self._write(_complete(self.text))
            case "ctrl+d" if not self.text:
                await self.app.run_action("leave")
            case _:
                await super()._on_key(event)
                return
        event.stop()
        event.prevent_default()

    def action_send(self) -> None:
        """Send the text, unless it is blank."""
        text = self.text.strip()
        if text:
            self._sent.append(text)
            self._position = len(self._sent)
            self.clear()
            self.post_message(self.Sent(text))

    def action_break_line(self) -> None:
        """Insert a line break."""
        self.insert("\n")

    def action_cursor_up(self, select: bool = False) -> None:
        """Move the cursor up; on the first line recall the previous message."""
        if self.cursor_location[0] == 0 and self._position and not select:
            self._recall(self._position - 1)
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Move the cursor down; on the last line recall the next message."""
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


def _complete(typed: str) -> str:
    meant = find_commands(typed)[0]
    return f"{meant.name} " if meant.argument else meant.name


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
        """Yield the list of commands and the text area."""
        yield Static()
        yield PromptArea()

    @property
    def area(self) -> PromptArea:
        """The text area of the input."""
        return self.query_one(PromptArea)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Show the commands that begin with the typed text."""
        found = find_commands(event.text_area.text)
        hint = self.query_one(Static)
        hint.set_class(bool(found), "shown")
        hint.update(Content(clean("\n".join(f"{each.usage}  {each.help}" for each in found))))
