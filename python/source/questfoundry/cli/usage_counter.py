"""Usage counters of a phase, a stage or the writing of passages, and their texts."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from questfoundry.cli.remedies import command_of
from questfoundry.cli.text import format_count, money
from questfoundry.domain.events import ModelCallFinished, PassageWritten, PhaseCompleted
from questfoundry.domain.remedy import SimpleAction


class UsageCounter:
    """What was used and written since ``began``, in seconds; calls from the journal cost nothing.

    ``cost`` is ``None`` once the price of a call is unknown.
    """

    def __init__(self, began: float = 0.0) -> None:
        self.began = began
        self.made = self.replayed = self.tokens = 0
        self.seconds = 0.0
        self.cost: Decimal | None = Decimal(0)
        self.words = self.with_findings = self.tenths = 0
        self._fresh = 0

    def add_call(self, call: ModelCallFinished, cost: Decimal | None) -> None:
        """Count a call."""
        if call.replayed:
            self.replayed += 1
            return
        self.made += 1
        self.tokens += call.usage.total_tokens
        self.seconds += call.seconds
        self.cost = None if self.cost is None or cost is None else self.cost + cost

    def add_passage(self, passage: PassageWritten) -> None:
        """Count a passage; those before the first call of a model came from the journal."""
        self.words += passage.words
        self.with_findings += bool(passage.findings)
        self._fresh += self.made > 0

    def used(self) -> list[str]:
        """Tokens, and what they cost where that is known and not nothing."""
        return [format_count(self.tokens, "token"), *([money(self.cost)] if self.cost else [])]

    def time_left(self, now: Callable[[], float], passages: int) -> list[str]:
        """The time that so many passages will take, at the pace of those that were not replayed."""
        if not self._fresh:
            return []
        pace = (now() - self.began) / self._fresh
        return [f"about {_duration(pace * passages)} left"]


def _calls_of(tally: UsageCounter) -> list[str]:
    replayed = [f"{tally.replayed} of them from the journal"] if tally.replayed else []
    return [format_count(tally.made + tally.replayed, "call"), *replayed]


def sum_of_phase(event: PhaseCompleted, tally: UsageCounter) -> list[str]:
    """What a phase came to."""
    if event.phase == "summarize" and not event.rounds:
        return ["the discussion ended with the brief"]
    parts = [format_count(event.sections, "section")] if event.sections > 1 else []
    if event.phase == "discuss":
        parts.append(format_count(event.rounds, "turn"))
    elif event.rounds > event.sections:
        parts.append(format_count(event.rounds, "attempt"))
    parts += [*_calls_of(tally), format_count(event.usage.total_tokens, "token")]
    if tally.made:
        parts.append(f"{tally.seconds:.1f} s")
    return [*parts, *([money(tally.cost)] if tally.cost else [])]


def sum_of_writing(event: PassageWritten, tally: UsageCounter, seconds: float) -> list[str]:
    """What the writing of all passages came to, after its last one."""
    written = [format_count(event.total, "passage"), format_count(tally.words, "word")]
    parts = [*written, *_calls_of(tally), *tally.used()]
    if tally.made:
        parts.append(f"{seconds:.1f} s")
    if tally.with_findings:
        check = command_of(SimpleAction.CHECK_STRUCTURE)
        parts.append(f"{format_count(tally.with_findings, 'passage')} with findings: see `{check}`")
    return parts


def _duration(seconds: float) -> str:
    """``40 s``, ``3 min``, ``2 h``."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
