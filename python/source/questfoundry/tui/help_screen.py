"""Full-screen pages of text: one with all keys and commands, and one with the story."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.presentation.text import clean

KEYS = """\
Type a message and press Enter. "Ask all of them", "just you" or "plan first" choose the mode.

Keys
  Enter              send the message
  Ctrl-J, Alt-Enter  start a new line
  Up, Down           recall earlier messages
  PageUp, PageDown   scroll the conversation; Ctrl-End jumps to the newest message
  Tab, Shift-Tab     move between the input and the runs; Tab completes a command
  Ctrl-R             show the newest run: drafts, votes and reasons side by side
  Ctrl-O             team mode on or off: send every message to all agents
  Ctrl-Y             approve the request while you are typing
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
