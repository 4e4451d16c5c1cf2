"""Define the widgets for author messages, agent messages and notes in the conversation."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.selection import Selection
from textual.visual import Visual
from textual.widget import Widget
from textual.widgets import Static

from questfoundry.app.session.history import HistoryMessage
from questfoundry.presentation.text import clean
from questfoundry.tui.prose import Prose


class AuthorText(HorizontalGroup):
    """A message of the author, at the right; its CSS class is ``queued`` until its turn starts."""

    DEFAULT_CSS = """
    AuthorText { align-horizontal: right; max-width: 119; margin: 1 1 0 8; }
    AuthorText > Static {
        width: auto; max-width: 100%; padding: 0 1;
        border-right: outer $accent; text-align: left;
    }
    AuthorText.queued > Static { text-style: dim italic; border-right: outer $warning; }
    """

    def __init__(self, text: str, *, queued: bool = False) -> None:
        super().__init__(classes="queued" if queued else "")
        self.entry = HistoryMessage(text=text, by_author=True)

    def compose(self) -> ComposeResult:
        """Yield the message as plain text."""
        yield Static(Content(clean(self.entry.text)))

    @property
    def is_live(self) -> bool:
        """Return whether the message is still queued and can change."""
        return self.has_class("queued")

    def mark_started(self) -> None:
        """Show the message as no longer queued."""
        self.remove_class("queued")


class AgentText(Widget):
    """A message of the agent, at the left; it grows while the model writes."""

    DEFAULT_CSS = """
    AgentText {
        width: 1fr; max-width: 110; height: auto; margin: 1 8 0 1; padding: 0 1;
        border-left: outer $primary;
    }
    """

    def __init__(self, text: str = "", *, live: bool = False) -> None:
        """Show ``text`` as Markdown; ``live`` means that more text will follow."""
        super().__init__()
        self.is_live = live
        self._prose = Prose(text)

    @property
    def entry(self) -> HistoryMessage:
        """The history entry with the text received so far."""
        return HistoryMessage(text=self._prose.text, by_author=False)

    def add(self, piece: str) -> None:
        """Append ``piece`` to the message."""
        self.set_text(self._prose.text + piece)

    def set_text(self, text: str) -> None:
        """Replace the whole message."""
        self._prose = Prose(text)
        self.refresh(layout=True)

    def render(self) -> Visual:
        """Return the message as formatted Markdown."""
        return self._prose

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """Return the selected part of the displayed lines, and the line separator."""
        shown = self._prose.content(self.content_size.width)
        return selection.extract(shown.plain), "\n"


class Note(Static):
    """A note of the studio that is not part of the session's history."""

    DEFAULT_CSS = """
    Note { height: auto; margin: 0 2; color: $text-muted; }
    Note.problem { color: $text-error; }
    """

    def __init__(self, text: str, *, problem: bool = False) -> None:
        super().__init__(Content(clean(text)), classes="problem" if problem else "")
