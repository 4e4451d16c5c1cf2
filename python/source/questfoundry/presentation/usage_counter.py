"""Count the usage of a phase, a stage or the writing of passages, and format it."""

from collections.abc import Callable
from decimal import Decimal

from questfoundry.domain.events import ModelCallFinished
from questfoundry.domain.events.stages import PassageWritten, PhaseCompleted
from questfoundry.domain.remedy import SimpleAction
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import format_count, format_money


class UsageCounter:
    """The usage of a phase, a stage or the writing of passages since the time ``started_at``.

    ``started_at`` is in seconds. Calls replayed from the journal of an earlier run cost nothing.
    ``cost`` becomes ``None`` if the price of a call is unknown.
    """

    def __init__(self, began: float = 0.0) -> None:
        self.started_at = began
        self.calls = self.replayed = self.tokens = 0
        self.seconds = 0.0
        self.cost: Decimal | None = Decimal(0)
        self.words = self.passages_with_findings = self.tenths = 0
        self._timed_passages = 0

    def add_call(self, call: ModelCallFinished, cost: Decimal | None) -> None:
        """Count a model call and its cost; a cost of ``None`` means that the price is unknown."""
        if call.replayed:
            self.replayed += 1
            return
        self.calls += 1
        self.tokens += call.usage.total_tokens
        self.seconds += call.seconds
        self.cost = None if self.cost is None or cost is None else self.cost + cost

    def add_passage(self, passage: PassageWritten) -> None:
        """Count a written passage; passages replayed before the first new call are not timed."""
        self.words += passage.words
        self.passages_with_findings += bool(passage.findings)
        self._timed_passages += self.calls > 0

    def format_usage(self) -> list[str]:
        """Return the tokens, and the cost if it is known and above zero, as separate texts."""
        return [
            format_count(self.tokens, "token"),
            *([format_money(self.cost)] if self.cost else []),
        ]

    def format_time_left(self, now: Callable[[], float], passages: int) -> list[str]:
        """Return the estimated time for ``passages`` more as a text; empty before a measurement."""
        if not self._timed_passages:
            return []
        pace = (now() - self.started_at) / self._timed_passages
        return [f"about {_duration(pace * passages)} left"]


def _format_calls(counter: UsageCounter) -> list[str]:
    replayed = [f"{counter.replayed} of them from the journal"] if counter.replayed else []
    return [format_count(counter.calls + counter.replayed, "call"), *replayed]


def format_phase_usage(event: PhaseCompleted, counter: UsageCounter) -> list[str]:
    """Return the parts of a line on a finished phase: its calls, tokens, time and cost."""
    if event.phase == "summarize" and not event.rounds:
        return ["the discussion ended with the brief"]
    parts = [format_count(event.sections, "section")] if event.sections > 1 else []
    if event.phase == "discuss":
        parts.append(format_count(event.rounds, "turn"))
    elif event.rounds > event.sections:
        parts.append(format_count(event.rounds, "attempt"))
    parts += [*_format_calls(counter), format_count(event.usage.total_tokens, "token")]
    if counter.calls:
        parts.append(f"{counter.seconds:.1f} s")
    return [*parts, *([format_money(counter.cost)] if counter.cost else [])]


def format_writing_usage(event: PassageWritten, counter: UsageCounter, seconds: float) -> list[str]:
    """Return the parts of a line on written passages: their number, words, calls and cost."""
    written = [format_count(event.total, "passage"), format_count(counter.words, "word")]
    parts = [*written, *_format_calls(counter), *counter.format_usage()]
    if counter.calls:
        parts.append(f"{seconds:.1f} s")
    if counter.passages_with_findings:
        check = command_of(SimpleAction.CHECK_STRUCTURE)
        passages = format_count(counter.passages_with_findings, "passage")
        parts.append(f"{passages} with findings: see `{check}`")
    return parts


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
