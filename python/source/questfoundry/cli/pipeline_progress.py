"""Tells the author how the whole pipeline goes on: a line or two for each stage."""

from __future__ import annotations

from decimal import Decimal
from time import monotonic

from questfoundry.cli.progress import Progress
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, money
from questfoundry.domain.events import (
    Event,
    ModelCallFinished,
    ModelCallStarted,
    PhaseCompleted,
    PhaseStarted,
    StageCompleted,
    StageStarted,
    StageTurn,
)


class PipelineProgress(Progress):
    """Shows of a stage what it took; phases only where ``talks`` or the verbosity ask for them.

    ``began`` says whether there is something that can go on.
    """

    def __init__(self, screen: Screen, *, verbosity: int, talks: bool) -> None:
        super().__init__(screen, verbosity=verbosity)
        self._brief = not (talks or verbosity)
        self._phase = ""
        self._turn_began = 0.0
        self._made = self._replayed = self._tokens = 0
        self._spent: Decimal | None = Decimal(0)
        self.began = False

    def _follow(self, event: Event) -> None:
        match event:
            case StageTurn():
                self._turn(event)
            case StageCompleted():
                seconds = f"{monotonic() - self._turn_began:.1f} s"
                self._screen.note(f"  settled: {', '.join((*self._took(), seconds))}")
            case StageStarted():
                self._begin(event)
            case PhaseCompleted() if self._brief:
                pass
            case PhaseStarted() if self._brief:
                self._phase = event.phase
            case ModelCallStarted() if self._brief and not self._writing.active:
                self._screen.wait(f"  {', '.join((self._phase, *self._took()))} ...")
            case _:
                super()._follow(event)
        if isinstance(event, ModelCallFinished):
            self._count(event)

    def _begin(self, event: StageStarted) -> None:
        if event.resumed:
            self._screen.note(f"  run {event.run} goes on")
        elif not self._brief:
            self._screen.note(f"  run {event.run}")

    def _turn(self, event: StageTurn) -> None:
        self.began = True
        self._turn_began = monotonic()
        self._made = self._replayed = self._tokens = 0
        self._spent = Decimal(0)
        line = f"{event.stage.upper()} ({event.place} of {event.total})"
        if event.kept:
            line += " is settled"
        elif event.changed:
            line += f", made anew after a change of {', '.join(event.changed)}"
        self._screen.note(line)

    def _count(self, call: ModelCallFinished) -> None:
        if call.replayed:
            self._replayed += 1
            return
        self._made += 1
        self._tokens += call.usage.total_tokens
        cost = self._cost(call)
        self._spent = None if self._spent is None or cost is None else self._spent + cost

    def _took(self) -> list[str]:
        parts = [counted(self._made, "call")]
        if self._replayed:
            parts.append(f"{self._replayed} more from the journal")
        parts.append(counted(self._tokens, "token"))
        if self._spent:
            parts.append(money(self._spent))
        return parts
