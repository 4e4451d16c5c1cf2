"""A delegated run, shown as a card in the conversation and as a page with drafts and scores."""

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalScroll, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from questfoundry.app.session.history import HistoryRun
from questfoundry.domain.events import Event
from questfoundry.domain.run.result import Candidate, Decider, DraftChoice, ResultStatus, RunResult
from questfoundry.presentation.run_progress import RunProgress
from questfoundry.presentation.studio_view import count_points
from questfoundry.presentation.text import clean, format_money
from questfoundry.tui.messages import AgentText

_GOOD = {None: "▶", ResultStatus.COMPLETE: "✓"}


class RunCard(Static, can_focus=True):
    """A card in the conversation that shows the progress of a delegated run."""

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
        Binding("delete", "cancel", "Cancel run"),
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
        self._is_asking = False
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
        if self.is_live:
            self._tick = self.set_interval(1, self.draw)

    def show_event(self, event: Event) -> None:
        """Update the progress with ``event`` and redraw the card."""
        self.progress.update(event)
        self.draw()
        if not self.is_live and self.is_mounted:
            self._tick.stop()

    def leave(self) -> None:
        """Mark the run as interrupted; a resumed run gets a new card."""
        self.progress.is_interrupted = True
        self.show_event(Event())

    def draw(self) -> None:
        """Draw the current progress of the run."""
        result, is_live = self.progress.result, self.is_live
        self.set_classes("running" if is_live else result.status.value if result else "failed")
        mark = _GOOD.get(result.status if result else None, "■")
        self.border_title = Content(clean(f"{mark} {self.progress.label}"))
        keys = "Enter: open   Delete: cancel" if is_live else "Enter: drafts and votes"
        if is_live and self._is_asking:
            keys = "Cancel this run? Press Delete again"
        self.border_subtitle = f"/card {self.progress.number}   {keys}"
        self.update(
            Content(clean("\n".join([self.progress.format_facts(), *self.progress.format_lines()])))
        )

    def action_open(self) -> None:
        self.post_message(self.Opened(self.progress))

    def on_click(self) -> None:
        self.action_open()

    def action_cancel(self) -> None:
        """Ask once, and cancel the run at the second press."""
        if self.is_live and self._is_asking:
            self.post_message(self.Cancelled())
        self._is_asking = not self._is_asking
        self.draw()

    def on_blur(self) -> None:
        self._is_asking = False
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable cancelling for a run that has ended."""
        del parameters
        return action != "cancel" or self.is_live


class RunDetail(ModalScreen[None]):
    """A page about a run with a column for each draft; the draft with the most points is first."""

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
        Binding("u", "choose", "Use this draft"),
    ]

    class Chosen(Message):
        """The event posted when the author makes a draft the answer of its run."""

        def __init__(self, choice: DraftChoice) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, progress: RunProgress) -> None:
        super().__init__()
        self._progress = progress

    def action_choose(self) -> None:
        """Choose the newest draft of the focused column."""
        if isinstance(self.focused, _DraftColumn):
            choice = DraftChoice(run=self._progress.run, agent=self.focused.agent)
            self.dismiss()
            self.app.post_message(self.Chosen(choice))

    def compose(self) -> ComposeResult:
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


class _DraftColumn(VerticalScroll):
    def __init__(self, agent: str, *, classes: str) -> None:
        super().__init__(classes=classes)
        self.agent = agent


def _draft_column(result: RunResult, candidate: Candidate, share: float) -> ComposeResult:
    wins = candidate.agent == result.agent
    spent = result.by_agent.get(candidate.agent)
    facts = [
        candidate.agent,
        *([f"{count_points(result, candidate.agent):g} points"] if result.votes else []),
        *([_describe_win(result)] if wins and len(result.candidates) > 1 else []),
        *([format_money(spent.cost)] if spent else []),
    ]
    with _DraftColumn(candidate.agent, classes="winner" if wins else "") as column:
        column.styles.width = f"{share}%"
        column.border_title = Content(clean(" · ".join(facts)))
        yield AgentText(candidate.text or candidate.problem or "No draft.")
        if scores := list(_describe_scores(result, candidate.agent)):
            yield Static(Content(clean("\n".join(scores))), classes="scores")
        for number, text in enumerate(candidate.earlier, start=1):
            run = result.run.rpartition("-")[2]
            use = f"Draft {number} (/choose {run} {candidate.agent} {number})"
            yield Static(Content(clean(use)), classes="scores")
            yield AgentText(text)


def _describe_win(result: RunResult) -> str:
    return "your choice" if result.decided_by is Decider.AUTHOR else "won"


def _describe_scores(result: RunResult, agent: str) -> Iterator[str]:
    for ballot in result.votes:
        for mark in ballot.marks:
            if mark.candidate == agent:
                yield f"{mark.score}/10 by {ballot.judge}: {mark.criterion}"
                yield f"  {mark.reason}"
