"""Show the status line at the top: project, session, state, cost, and team mode."""

from __future__ import annotations

import time

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from questfoundry.domain.run.result import Spending
from questfoundry.domain.session.state import SessionState
from questfoundry.presentation.studio_view import STATES
from questfoundry.presentation.text import clean, format_count, format_money


class ContextBar(Static):
    """The status line, redrawn when one of its values changes and once a second."""

    DEFAULT_CSS = """
    ContextBar {
        dock: top; height: 1; padding: 0 1; text-style: reverse;
        text-wrap: nowrap; text-overflow: ellipsis;
    }
    """

    project: reactive[str] = reactive("")
    session: reactive[str] = reactive("")
    state: reactive[SessionState] = reactive(SessionState.IDLE)
    queued: reactive[int] = reactive(0)
    spent: reactive[Spending] = reactive(Spending())
    budget: reactive[str] = reactive("")
    is_team_mode: reactive[bool] = reactive(False)

    def __init__(self, project: str, budget: str) -> None:
        super().__init__()
        self.set_reactive(ContextBar.project, project)
        self.set_reactive(ContextBar.budget, budget)
        self._since = time.monotonic()

    def on_mount(self) -> None:
        """Start the timer that redraws the line once a second."""
        self.set_interval(1, self.refresh)

    def watch_state(self) -> None:
        """Restart the count of seconds when the state changes."""
        self._since = time.monotonic()

    def render(self) -> Content:
        """Return the status line, padded to the width of the widget."""
        busy = self.state not in {SessionState.IDLE, SessionState.AWAITING_APPROVAL}
        seconds = f" {time.monotonic() - self._since:.0f} s" if busy else ""
        parts = [
            self.project,
            f"session {self.session}" if self.session else "new session",
            *(["team: all agents"] if self.is_team_mode else []),
            f"{STATES[self.state]}{seconds}",
            *([f"{format_count(self.queued, 'message')} waiting"] if self.queued else []),
            format_money(self.spent.cost) + (f" of {self.budget}" if self.budget else ""),
            format_count(self.spent.calls, "call"),
        ]
        line = clean(" │ ".join(filter(None, parts)))
        return Content(f"{line:<{self.content_size.width}}")
