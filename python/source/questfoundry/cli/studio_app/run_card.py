"""The card of a run in the conversation: updated while the run works; Enter opens the run."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from questfoundry.app.session.history import HistoryRun
from questfoundry.cli.run_progress import RunProgress
from questfoundry.cli.text import clean
from questfoundry.domain.events import Event
from questfoundry.domain.session.result import ResultStatus

_GOOD = {None: "▶", ResultStatus.COMPLETE: "✓"}


class RunCard(Static, can_focus=True):
    """Shows a :class:`RunProgress`."""

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
        """Its drafts and votes are wanted."""

        def __init__(self, progress: RunProgress) -> None:
            super().__init__()
            self.progress = progress

    class Cancelled(Message):
        """It is to be stopped."""

    def __init__(self, progress: RunProgress) -> None:
        super().__init__()
        self.progress = progress
        self.draw()

    @property
    def entry(self) -> HistoryRun:
        """As it stands in the history."""
        return self.progress.entry

    @property
    def is_live(self) -> bool:
        """Whether it has not ended, and was begun here."""
        return self.progress.result is None and not self.progress.is_interrupted

    def on_mount(self) -> None:
        """Count the seconds, while it works."""
        if self.is_live:
            self._tick = self.set_interval(1, self.draw)

    def show_event(self, event: Event) -> None:
        """Show what happened."""
        self.progress.update(event)
        self.draw()
        if not self.is_live and self.is_mounted:
            self._tick.stop()

    def leave(self) -> None:
        """It no longer works, and has not ended; going on with it shows it anew."""
        self.progress.is_interrupted = True
        self.show_event(Event())

    def draw(self) -> None:
        """Show it as it is now."""
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
        """Show what stands behind it."""
        self.post_message(self.Opened(self.progress))

    def on_click(self) -> None:
        """A click opens it, too."""
        self.action_open()

    def action_cancel(self) -> None:
        """Stop it; what was answered counts."""
        if self.is_live:
            self.post_message(self.Cancelled())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what works can be cancelled."""
        del parameters
        return action != "cancel" or self.is_live
