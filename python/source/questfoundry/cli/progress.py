"""Tells how a stage, the writing of passages and the whole pipeline go on, from their events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from time import monotonic

from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import counted, money
from questfoundry.domain.events import (
    AuthorLineRefused,
    AuthorLineReplayed,
    Event,
    MadeFromStale,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    ModelsChosen,
    PassageWritten,
    PhaseCompleted,
    PhaseStarted,
    PromptCompiled,
    ReadingFailed,
    RequestShortened,
    StageCompleted,
    StageStarted,
    StageTurn,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
    WritingStarted,
)
from questfoundry.domain.protocols import EventSink, PriceBook
from questfoundry.domain.remedy import Act


class Tally:
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
        self._asked: set[str] = set()

    def add_call(self, call: ModelCallFinished, cost: Decimal | None) -> None:
        """Count a call."""
        if call.replayed:
            self.replayed += 1
            return
        self.made += 1
        self.tokens += call.usage.total_tokens
        self.seconds += call.seconds
        self.cost = None if self.cost is None or cost is None else self.cost + cost
        self._asked.add(call.scope.partition(":")[2])

    def add_passage(self, passage: PassageWritten) -> None:
        """Count a passage; one that no model was asked for came from the journal."""
        self.words += passage.words
        self.with_findings += bool(passage.findings)
        self._fresh += passage.passage in self._asked
        self._asked.discard(passage.passage)

    def used(self) -> list[str]:
        """Tokens, and what they cost where that is known and not nothing."""
        return [counted(self.tokens, "token"), *([money(self.cost)] if self.cost else [])]

    def left(self, now: Callable[[], float], passages: int) -> list[str]:
        """The time that so many passages will take, at the pace of those that were not replayed."""
        if not self._fresh:
            return []
        pace = (now() - self.began) / self._fresh
        return [f"about {_duration(pace * passages)} left"]


class Progress(EventSink):
    """Writes lines to the screen: phases always, more with ``verbosity`` 1 and 2.

    ``run`` is the run that began, for what is said when it stops early. ``prices`` are given
    once they are known. The writing of passages is one line that changes; where there is no
    terminal, a line for each tenth. ``now`` is in seconds.
    """

    def __init__(
        self, screen: Screen, *, verbosity: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._screen = screen
        self._verbosity = verbosity
        self._now = now
        self._phase = Tally()
        self._turn = Tally()
        self._writing: Tally | None = None
        self.run: str | None = None
        self.prices: PriceBook | None = None
        self._origins: Mapping[str, str] = {}
        self._shortened: RequestShortened | None = None

    def emit(self, event: Event) -> None:
        """Tell of the event, if it matters at this verbosity."""
        if isinstance(event, ModelsChosen):
            self._origins = event.origins
            if event.note:
                self._screen.note(event.note)
        if isinstance(event, MadeFromStale):
            names = " and ".join(each.upper() for each in event.stale)
            self._screen.note(f"{event.stage.upper()} is made from what is stale: {names}.")
        self._follow(event)
        self._follow_writing(event)
        if isinstance(event, ModelCallFinished):
            cost = self.prices.cost(event.model, event.usage) if self.prices else None
            for tally in filter(None, (self._phase, self._turn, self._writing)):
                tally.add_call(event, cost)
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
                self._phase = Tally()
                self._screen.note(f"{event.phase.capitalize()} with {event.model}")
            case ModelCallStarted() if self._writing is None:
                self._screen.wait(f"  waiting for {event.model} ...")
            case ModelCallFinished() if self._writing is None:
                self._screen.settle()
            case ModelCallRetried():
                self._screen.note(f"  waiting {round(event.wait, 1):g} s: {event.problem}")
            case AuthorLineReplayed():
                self._screen.stream(f"> {event.line}\n")
            case AuthorLineRefused():
                self._screen.note(f"This line does not count: {event.problem}")
            case RequestShortened() if self._writing is None and event != self._shortened:
                self._shortened = event
                self._screen.note(f"  left out: {'; '.join(event.left_out)}")
            case PhaseCompleted():
                self._screen.note(f"  {', '.join(_sum_of_phase(event, self._phase))}")
            case _:
                pass

    def _follow_writing(self, event: Event) -> None:
        match event:
            case WritingStarted():
                self._writing = Tally(self._now())
                passages = counted(event.passages, "passage")
                asked = f"{event.passages - event.kept} of " if event.kept else ""
                self._screen.note(f"Writing {asked}{passages} with {event.model}")
            case PassageWritten() if self._writing:
                self._writing.add_passage(event)
                if event.done < event.total:
                    self._tell_passages(event, self._writing)
                else:
                    seconds = self._now() - self._writing.began
                    parts = _sum_of_writing(event, self._writing, seconds)
                    self._screen.note(f"  {', '.join(parts)}")
                    self._writing = None
            case _:
                pass

    def _tell_passages(self, event: PassageWritten, writing: Tally) -> None:
        done = f"{event.done} of {counted(event.total, 'passage')}"
        left = writing.left(self._now, event.total - event.done)
        line = f"  {', '.join((done, *writing.used(), *left))}"
        tenths = event.done * 10 // event.total
        if self._screen.lively:
            self._screen.wait(line)
        elif tenths > writing.tenths:
            writing.tenths = tenths
            self._screen.note(line)

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
            case RequestShortened() if self._writing is not None:
                self._screen.note(f"  left out of {event.scope}: {'; '.join(event.left_out)}")
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


class PipelineProgress(Progress):
    """Tells of a stage what it took; phases only where ``talks`` or the verbosity ask for them.

    ``began`` says whether there is something that can go on.
    """

    def __init__(self, screen: Screen, *, verbosity: int, talks: bool) -> None:
        super().__init__(screen, verbosity=verbosity)
        self._brief = not (talks or verbosity)
        self._phase_name = ""
        self.began = False

    def _follow(self, event: Event) -> None:
        match event:
            case StageTurn():
                self.began = True
                self._turn = Tally(self._now())
                self._screen.note(_turn_line(event))
            case StageCompleted():
                seconds = f"{self._now() - self._turn.began:.1f} s"
                self._screen.note(f"  settled: {', '.join((*self._took(), seconds))}")
            case StageStarted(resumed=True):
                self._screen.note(f"  run {event.run} goes on")
            case StageStarted():
                if not self._brief:
                    self._screen.note(f"  run {event.run}")
            case PhaseCompleted() if self._brief:
                pass
            case PhaseStarted() if self._brief:
                self._phase_name = event.phase
            case ModelCallStarted() if self._brief and self._writing is None:
                self._screen.wait(f"  {', '.join((self._phase_name, *self._took()))} ...")
            case _:
                super()._follow(event)

    def _took(self) -> list[str]:
        replayed = self._turn.replayed
        journal = [f"{replayed} more from the journal"] if replayed else []
        return [counted(self._turn.made, "call"), *journal, *self._turn.used()]


def _turn_line(turn: StageTurn) -> str:
    line = f"{turn.stage.upper()} ({turn.place} of {turn.total})"
    if turn.kept:
        return f"{line} is settled"
    if turn.changed:
        return f"{line}, made anew after a change of {', '.join(turn.changed)}"
    return line


def _calls_of(tally: Tally) -> list[str]:
    replayed = [f"{tally.replayed} of them from the journal"] if tally.replayed else []
    return [counted(tally.made + tally.replayed, "call"), *replayed]


def _sum_of_phase(event: PhaseCompleted, tally: Tally) -> list[str]:
    parts = [counted(event.sections, "section")] if event.sections > 1 else []
    if event.phase == "discuss":
        parts.append(counted(event.rounds, "turn"))
    elif event.rounds > event.sections:
        parts.append(counted(event.rounds, "attempt"))
    parts += [*_calls_of(tally), counted(event.usage.total_tokens, "token")]
    if tally.made:
        parts.append(f"{tally.seconds:.1f} s")
    return [*parts, *([money(tally.cost)] if tally.cost else [])]


def _sum_of_writing(event: PassageWritten, tally: Tally, seconds: float) -> list[str]:
    written = [counted(event.total, "passage"), counted(tally.words, "word")]
    parts = [*written, *_calls_of(tally), *tally.used()]
    if tally.made:
        parts.append(f"{seconds:.1f} s")
    if tally.with_findings:
        check = command_of(Act.CHECK_STRUCTURE)
        parts.append(f"{counted(tally.with_findings, 'passage')} with findings: see `{check}`")
    return parts


def _duration(seconds: float) -> str:
    """``40 s``, ``3 min``, ``2 h``."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
