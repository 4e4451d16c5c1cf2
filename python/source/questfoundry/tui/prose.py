"""Format a model's Markdown as terminal lines, with emphasis and lists, but no active content.

The text of a model is data. A link is shown with its address and cannot be followed. HTML is shown
as text. No control character or terminal markup is passed on.
"""

from __future__ import annotations

from typing import ClassVar

from markdown_it import MarkdownIt
from rich.console import JustifyMethod
from rich.markdown import Heading, Markdown, MarkdownElement
from rich.text import Text
from rich.theme import Theme
from textual._context import active_app
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from questfoundry.presentation.text import clean

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


_STYLES = Theme({"markdown.code": "bold", "markdown.link": "none", "markdown.link_url": "italic"})
"""Replacements for Rich styles that are unreadable on dark terminals or look like links."""


class _Heading(Heading):
    LEVEL_ALIGN: ClassVar[dict[str, JustifyMethod]] = {}


class _Markdown(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
    }


class Prose(Visual):
    """A Markdown text, formatted for the width of its widget; each layout is cached."""

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
        """Return the lines as strips of terminal cells, with the selected text highlighted."""
        return self.content(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """Return the width of the longest line in cells."""
        return self.content(container_width).get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Return the number of lines at ``width`` cells."""
        return self.content(width).get_height(rules, width)
