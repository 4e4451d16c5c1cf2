"""Tells the author how a stage goes on, from its events."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from time import monotonic

from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, money
from questfoundry.cli.writing_progress import WritingProgress
from questfoundry.domain.events import (
    AuthorLineReplayed,
    Event,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    ModelsChosen,
    PhaseCompleted,
    PhaseStarted,
    PromptCompiled,
    ReadingFailed,
    StageStarted,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
)
from questfoundry.domain.protocols import EventSink, PriceBook


class Progress(EventSink):
    """Writes lines to the screen: phases always, more with ``verbosity`` 1 and 2.

    ``run`` is the run that began, for what is said when it stops early. ``prices`` are given
    once they are known.
    """

    def __init__(self, screen: Screen, *, verbosity: int) -> None:
        self._screen = screen
        self._verbosity = verbosity
        self._calls: list[ModelCallFinished] = []
        self._writing = WritingProgress(screen, now=monotonic)
        self.run: str | None = None
        self._origins: Mapping[str, str] = {}

    @property
    def prices(self) -> PriceBook | None:
        """What calls cost, once that is known."""
        return self._writing.prices

    @prices.setter
    def prices(self, prices: PriceBook) -> None:
        self._writing.prices = prices

    def emit(self, event: Event) -> None:
        """Tell of the event, if it matters at this verbosity."""
        self._writing.emit(event)
        if isinstance(event, ModelsChosen):
            self._origins = event.origins
            if event.note:
                self._screen.note(event.note)
        self._follow(event)
        if self._verbosity >= 1:
            self._detail(event)
        if self._verbosity >= 2:
            self._everything(event)

    def _follow(self, event: Event) -> None:
        match event:
            case StageStarted():
                self.run = event.run
                goes_on = " goes on" if event.resumed else ""
                self._screen.note(f"{event.stage.upper()}: run {event.run}{goes_on}")
            case PhaseStarted():
                self._calls.clear()
                self._screen.note(f"{event.phase.capitalize()} with {event.model}")
            case ModelCallStarted() | ModelCallFinished() if self._writing.active:
                pass
            case ModelCallStarted():
                self._screen.wait(f"  waiting for {event.model} ...")
            case ModelCallFinished():
                self._calls.append(event)
                self._screen.settle()
            case ModelCallRetried():
                self._screen.note(f"  waiting {round(event.wait, 1):g} s: {event.problem}")
            case AuthorLineReplayed():
                self._screen.stream(f"> {event.line}\n")
            case PhaseCompleted():
                self._screen.note(f"  {', '.join(self._sum(event))}")
            case _:
                pass

    def _detail(self, event: Event) -> None:
        match event:
            case PhaseStarted() if event.phase in self._origins:
                self._screen.note(f"  model chosen by {self._origins[event.phase]}")
            case PromptCompiled():
                self._screen.note(f"  prompt {event.template} from {event.source}")
            case ToolCallStarted():
                self._screen.note(f"  tool {event.tool} {event.arguments}")
            case ToolCallFinished():
                self._screen.note(f"  tool {event.tool}: {event.result}, {event.size:,} characters")
            case ReadingFailed():
                self._screen.note(f"  no {event.reading} of {event.passage}: no valid answer")
            case ToolWithdrawn():
                self._screen.note(f"  tool {event.tool} is no longer offered: {event.reason}")
            case _:
                pass

    def _everything(self, event: Event) -> None:
        match event:
            case ModelCallStarted():
                self._screen.note(f"  asking {event.model}, about {event.input_tokens:,} tokens")
            case ModelCallFinished():
                how = "from the journal" if event.replayed else f"after {event.seconds:.1f} s"
                tokens = counted(event.usage.output_tokens, "token")
                self._screen.note(f"  answer {how}: {tokens}, {event.finish_reason}")
            case ValidationStarted():
                self._screen.note(f"  checking attempt {event.attempt}")
            case ValidationFailed():
                self._screen.note(f"  attempt {event.attempt}: {event.field}: {event.issue}")
            case ValidationPassed():
                self._screen.note(f"  attempt {event.attempt} is valid")
            case _:
                pass

    def _sum(self, event: PhaseCompleted) -> list[str]:
        replayed = sum(call.replayed for call in self._calls)
        made = [call for call in self._calls if not call.replayed]
        parts = [counted(len(self._calls), "call")]
        if event.phase == "discuss":
            parts.insert(0, counted(event.rounds, "turn"))
        elif event.rounds > event.sections:
            parts.insert(0, counted(event.rounds, "attempt"))
        if event.sections > 1:
            parts.insert(0, counted(event.sections, "section"))
        if replayed:
            parts.append(f"{replayed} of them from the journal")
        parts.append(counted(event.usage.total_tokens, "token"))
        if made:
            parts.append(f"{sum(call.seconds for call in made):.1f} s")
        costs = [self._cost(call) for call in made]
        if costs and None not in costs and any(costs):
            parts.append(money(sum((cost for cost in costs if cost), Decimal(0))))
        return parts

    def _cost(self, call: ModelCallFinished) -> Decimal | None:
        return self.prices.cost(call.model, call.usage) if self.prices else None
