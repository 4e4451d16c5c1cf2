"""Tells how far the writing of a story is: passages, tokens, cost, and the time left."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, money
from questfoundry.domain.events import Event, ModelCallFinished, PassageWritten, WritingStarted
from questfoundry.domain.protocols import PriceBook
from questfoundry.domain.remedy import Act


class WritingProgress:
    """Shows one line that changes; where there is no terminal, a line for each tenth.

    The time left follows from the pace since the writing began; passages from the journal
    do not count. ``now`` is in seconds.
    """

    def __init__(self, screen: Screen, *, now: Callable[[], float]) -> None:
        self._screen = screen
        self._now = now
        self._began = 0.0
        self._calls = self._replayed = self._tokens = 0
        self._cost: Decimal | None = Decimal(0)
        self._words = self._with_findings = self._fresh = self._told = 0
        self._asked: set[str] = set()
        self.active = False
        self.prices: PriceBook | None = None

    def emit(self, event: Event) -> None:
        """Follow the writing from its first event to its last."""
        match event:
            case WritingStarted():
                self.active, self._began = True, self._now()
                passages = counted(event.passages, "passage")
                self._screen.note(f"Writing {passages} with {event.model}")
            case ModelCallFinished() if self.active:
                self._add(event)
            case PassageWritten():
                self._count(event)
                if event.done == event.total:
                    self.active = False
                    self._screen.note(f"  {', '.join(self._sum(event))}")
                else:
                    self._show(event)
            case _:
                pass

    def _add(self, call: ModelCallFinished) -> None:
        self._calls += 1
        if call.replayed:
            self._replayed += 1
            return
        self._asked.add(call.scope.partition(":")[2])
        self._tokens += call.usage.total_tokens
        cost = self.prices.cost(call.model, call.usage) if self.prices else None
        self._cost = None if self._cost is None or cost is None else self._cost + cost

    def _count(self, event: PassageWritten) -> None:
        self._words += event.words
        self._with_findings += bool(event.findings)
        self._fresh += event.passage in self._asked
        self._asked.discard(event.passage)

    def _show(self, event: PassageWritten) -> None:
        parts = [f"{event.done} of {counted(event.total, 'passage')}", *self._used()]
        if self._fresh:
            pace = (self._now() - self._began) / self._fresh
            parts.append(f"about {_duration(pace * (event.total - event.done))} left")
        line = f"  {', '.join(parts)}"
        if self._screen.lively:
            self._screen.wait(line)
        elif event.done * 10 // event.total > self._told:
            self._told = event.done * 10 // event.total
            self._screen.note(line)

    def _sum(self, event: PassageWritten) -> list[str]:
        parts = [counted(event.total, "passage"), counted(self._words, "word")]
        parts.append(counted(self._calls, "call"))
        if self._replayed:
            parts.append(f"{self._replayed} of them from the journal")
        parts += self._used()
        if self._calls > self._replayed:
            parts.append(f"{self._now() - self._began:.1f} s")
        if self._with_findings:
            check = command_of(Act.CHECK_STRUCTURE)
            parts.append(f"{counted(self._with_findings, 'passage')} with findings: see `{check}`")
        return parts

    def _used(self) -> list[str]:
        """Tokens, and what they cost where that is known and not nothing."""
        return [counted(self._tokens, "token"), *([money(self._cost)] if self._cost else [])]


def _duration(seconds: float) -> str:
    """``40 s``, ``3 min``, ``2 h``."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
