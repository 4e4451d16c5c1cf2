"""Show the story as a page: its passages, the targets of their choices, and the findings."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.presentation.text import clean


class StoryScreen(ModalScreen[None]):
    """The page of the story, shown until the author goes back."""

    DEFAULT_CSS = """
    StoryScreen > VerticalScroll {
        height: 1fr; padding: 0 1; background: $background; border: round $secondary;
    }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f2,enter", "app.pop_screen", "Back"),
    ]

    def __init__(self, story: Callable[[], str]) -> None:
        super().__init__()
        self._story = story

    def compose(self) -> ComposeResult:
        """Yield the story as plain text."""
        with VerticalScroll() as page:
            page.border_title = "The story"
            yield Static(Content(clean(self._story())))
        yield Footer()
