"""Show a run as a card in the conversation, updated while the run works; Enter opens the run."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from questfoundry.app.session.history import HistoryRun
from questfoundry.domain.events import Event
from questfoundry.domain.run.result import ResultStatus
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.text import clean

_GOOD = {None: "▶", ResultStatus.COMPLETE: "✓"}


class RunCard(Static, can_focus=True):
    """A card that shows the ``RunProgress`` of a run."""

    DEFAULT_CSS = """
    RunCard {
        width: 1fr; max-width: 110; height: auto; margin: 1 8 0 1; padding: 0 1;
        border: round $secondary; border-title-color: $text; border-subtitle-color: $text-muted;
    }
    RunCard.running { border: round $warning; }
    RunCard.complete { border: round $success; }
    RunCard.failed, RunCard.partial, RunCard.cancelled { border: round $error; }
    RunCard:focus { border: heavy $accent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open run"),
        Binding("c", "cancel", "Cancel run"),
    ]

    class Opened(Message):
        """The event posted when the author wants to see the drafts and votes of the run."""

        def __init__(self, progress: RunProgress) -> None:
            super().__init__()
            self.progress = progress

    class Cancelled(Message):
        """The event posted when the author wants to stop the run."""

    def __init__(self, progress: RunProgress) -> None:
        super().__init__()
        self.progress = progress
        self.draw()

    @property
    def entry(self) -> HistoryRun:
        """The history entry of the run."""
        return self.progress.entry

    @property
    def is_live(self) -> bool:
        """Return whether the run is still in progress, so that the card can change."""
        return self.progress.result is None and not self.progress.is_interrupted

    def on_mount(self) -> None:
        """Redraw the card once a second while the run is in progress."""
        if self.is_live:
            self._tick = self.set_interval(1, self.draw)

    def show_event(self, event: Event) -> None:
        """Update the progress with ``event`` and redraw the card."""
        self.progress.update(event)
        self.draw()
        if not self.is_live and self.is_mounted:
            self._tick.stop()

    def leave(self) -> None:
        """Mark the run as interrupted; if it is resumed, it gets a new card."""
        self.progress.is_interrupted = True
        self.show_event(Event())

    def draw(self) -> None:
        """Draw the current progress of the run."""
        result, is_live = self.progress.result, self.is_live
        self.set_classes("running" if is_live else result.status.value if result else "failed")
        mark = _GOOD.get(result.status if result else None, "■")
        self.border_title = Content(clean(f"{mark} {self.progress.label}"))
        keys = "Enter: open   c: cancel" if is_live else "Enter: drafts and votes"
        self.border_subtitle = f"/card {self.progress.number}   {keys}"
        self.update(
            Content(clean("\n".join([self.progress.format_facts(), *self.progress.format_lines()])))
        )

    def action_open(self) -> None:
        """Open the drafts and votes of the run."""
        self.post_message(self.Opened(self.progress))

    def on_click(self) -> None:
        """Open the run on a mouse click."""
        self.action_open()

    def action_cancel(self) -> None:
        """Stop the run; answers that were already received are used."""
        if self.is_live:
            self.post_message(self.Cancelled())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable cancelling for a run that has ended."""
        del parameters
        return action != "cancel" or self.is_live
