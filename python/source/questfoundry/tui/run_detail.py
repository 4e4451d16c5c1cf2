"""Show a run as a page: its drafts side by side, with the scores and reasons of every judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalScroll, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.domain.run.result import Candidate, RunResult
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.studio_view import count_points
from questfoundry.presentation.text import clean, format_money
from questfoundry.tui.messages import AgentText


class RunDetail(ModalScreen[None]):
    """The page of a run with one column for each agent's draft.

    The draft with the most points comes first.
    """

    DEFAULT_CSS = """
    RunDetail > Static { padding: 0 1; height: auto; max-height: 6; background: $background; }
    RunDetail > HorizontalScroll { height: 1fr; background: $background; }
    RunDetail VerticalScroll {
        min-width: 38; height: 100%; border: round $secondary; padding: 0 1;
        border-title-color: $text;
    }
    RunDetail VerticalScroll.winner { border: round $success; }
    RunDetail VerticalScroll:focus { border: heavy $accent; }
    RunDetail AgentText { border: none; margin: 0; padding: 0; }
    RunDetail .scores { margin-top: 1; color: $text-muted; }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "app.pop_screen", "Back"),
        Binding("tab", "app.focus_next", "Next draft"),
    ]

    def __init__(self, progress: RunProgress) -> None:
        super().__init__()
        self._progress = progress

    def compose(self) -> ComposeResult:
        """Yield the task and a column for each draft, or the progress of an unfinished run."""
        progress, result = self._progress, self._progress.result
        yield Static(Content(clean(f"{progress.task}\n{progress.format_facts()}")))
        with HorizontalScroll(can_focus=False):
            if result is None:
                with VerticalScroll():
                    yield Static(Content(clean("\n".join(progress.format_lines()))))
            else:
                for candidate in sorted(
                    result.candidates, key=lambda each: -count_points(result, each.agent)
                ):
                    yield from _draft_column(result, candidate, 100 / len(result.candidates))
        yield Footer()


def _draft_column(result: RunResult, candidate: Candidate, share: float) -> ComposeResult:
    wins = candidate.agent == result.agent
    spent = result.by_agent.get(candidate.agent)
    facts = [
        candidate.agent,
        *([f"{count_points(result, candidate.agent)} points"] if result.votes else []),
        *(["won"] if wins and len(result.candidates) > 1 else []),
        *([format_money(spent.cost)] if spent else []),
    ]
    with VerticalScroll(classes="winner" if wins else "") as column:
        column.styles.width = f"{share}%"
        column.border_title = Content(clean(" · ".join(facts)))
        yield AgentText(candidate.text or candidate.problem or "No draft.")
        if scores := list(_describe_scores(result, candidate.agent)):
            yield Static(Content(clean("\n".join(scores))), classes="scores")


def _describe_scores(result: RunResult, agent: str) -> Iterator[str]:
    for ballot in result.votes:
        for mark in ballot.marks:
            if mark.candidate == agent:
                yield f"{mark.score}/10 by {ballot.judge}: {mark.criterion}"
                yield f"  {mark.reason}"
