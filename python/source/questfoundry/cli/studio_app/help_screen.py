"""Keys and commands, on a page of their own."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.cli.studio_lines import help_text

KEYS = """\
Say what you want, and Enter. "Ask all of them", "just you", "plan first" choose how.

Keys
  Enter              send
  Ctrl-J, Alt-Enter  a new line
  Up, Down           what you sent before
  PageUp, PageDown   scroll the conversation; Ctrl-End goes to its newest
  Tab, Shift-Tab     from the input to runs and back; it completes a command
  Ctrl-R             the newest run: drafts, votes and reasons side by side
  Ctrl-O             every message goes to all agents, or to the studio again
  Ctrl-Y             agree to what is asked, while you write
  F1, F2             this page; the story: its passages, choices and findings
  Ctrl-C             copy what is selected; else stop what works; else leave
  Ctrl-T             colours: the terminal's own, dark, light
  Ctrl-Q, Ctrl-D     leave; everything is kept, what works goes on next time

Commands
"""


class HelpScreen(ModalScreen[None]):
    """Shown until a key is pressed that goes back."""

    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 100%; max-width: 92; height: auto; max-height: 90%;
        border: heavy $accent; padding: 0 1; background: $background;
    }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,enter", "app.pop_screen", "Back"),
    ]

    def compose(self) -> ComposeResult:
        """All of it."""
        with VerticalScroll() as page:
            page.border_title = "The studio"
            yield Static(Content(KEYS + help_text(everywhere=False)))
        yield Footer()
