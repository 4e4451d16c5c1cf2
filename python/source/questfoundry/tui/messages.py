"""The widgets for messages of the author and the agent and for notes; Markdown is formatted.

The text of a model is data. A link is shown with its address and cannot be followed. HTML is shown
as text. No control character or terminal markup is passed on.
"""

from typing import ClassVar

from markdown_it import MarkdownIt
from rich.console import JustifyMethod
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.text import Text
from rich.theme import Theme
from textual._context import active_app
from textual.app import ComposeResult
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.css.styles import RulesMap
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Static

from questfoundry.app.session.history import HistoryMessage
from questfoundry.presentation.text import clean

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


_STYLES = Theme({"markdown.code": "bold", "markdown.link": "none", "markdown.link_url": "italic"})
"""Replacements for Rich styles that are hard to read on dark terminals, or look like links."""


class _Heading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
    }


class Prose(Visual):
    """A Markdown text, formatted for the width of its widget and cached for each width."""

    def __init__(self, text: str) -> None:
        self.text = clean(text)
        self._lines: dict[tuple[int, bool], Content] = {}

    def content(self, width: int) -> Content:
        """Return the formatted lines, wrapped at ``width`` cells."""
        dark = active_app.get().current_theme.dark
        if (width, dark) not in self._lines:
            self._lines[width, dark] = self._lay_out(width, dark=dark)
        return self._lines[width, dark]

    def _lay_out(self, width: int, *, dark: bool) -> Content:
        console = active_app.get().console
        code = "ansi_dark" if dark else "ansi_light"
        markdown = _Markdown("", hyperlinks=False, code_theme=code)
        markdown.parsed = _PARSER.parse(self.text)
        options = console.options.update(width=width, height=None, highlight=False)
        lines = []
        with console.use_theme(_STYLES):
            rendered = console.render_lines(markdown, options, pad=False)
        for segments in rendered:
            line = Text(end="")
            for segment in segments:
                line.append(segment.text, segment.style)
            line.rstrip()
            lines.append(line)
        while lines and not lines[0].plain:
            lines.pop(0)
        while lines and not lines[-1].plain:
            lines.pop()
        return Content.from_rich_text(Text("\n").join(lines), console)

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        return self.content(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self.content(container_width).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.content(width).get_height(rules, width)


class AuthorText(HorizontalGroup):
    """A right-aligned message of the author; while it waits, its CSS class is ``queued``."""

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
        yield Static(Content(clean(self.entry.text)))

    @property
    def is_live(self) -> bool:
        """Return whether the message is still queued and can change."""
        return self.has_class("queued")

    def mark_started(self) -> None:
        """Show the message as no longer queued."""
        self.remove_class("queued")


class AgentText(Widget):
    """A message of the agent, left-aligned; it grows while the model writes."""

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
        return self._prose

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
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
