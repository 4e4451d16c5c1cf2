"""The progress display of a stage and of the writing of passages, driven by events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from questfoundry.cli.remedies import command_of
from questfoundry.cli.screen import Screen
from questfoundry.cli.text import clip, format_count, one_line
from questfoundry.cli.unmet_view import unmet_lines
from questfoundry.cli.usage_counter import UsageCounter, sum_of_phase, sum_of_writing
from questfoundry.domain.events import (
    AnswerCut,
    AnswerMended,
    AuthorLineRefused,
    AuthorLineReplayed,
    Event,
    MadeFromStale,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    ModelsChosen,
    NotFollowed,
    PassageAskedAgain,
    PassageWritten,
    PhaseCompleted,
    PhaseStarted,
    PromptCompiled,
    ReadingFailed,
    RequestShortened,
    SectionAskedAgain,
    StageStarted,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
    WholeRead,
    WholeReadingStarted,
    WholeUnread,
    WritingStarted,
)
from questfoundry.domain.protocols import EventSink, PriceBook
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.unmet_request import UnmetRequest

_LONGEST = 160
"""The maximum length of a fault or finding in the progress display, in terminal cells."""


class Progress(EventSink):
    """Writes lines to the screen: phases always, more with ``verbosity`` 1 and 2.

    ``run`` is the run that began, for what is said when it stops early. ``prices`` are given
    once they are known. Passages are named as they are written, above one line that changes;
    where there is no terminal, that is a line for each tenth. ``now`` is in seconds.
    """

    def __init__(
        self, screen: Screen, *, verbosity: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._screen = screen
        self._verbosity = verbosity
        self._now = now
        self._phase = UsageCounter()
        self._turn = UsageCounter()
        self._writing: UsageCounter | None = None
        self.run: str | None = None
        self.prices: PriceBook | None = None
        self._origins: Mapping[str, str] = {}
        self._shortened: RequestShortened | None = None
        self._unmet: set[UnmetRequest] = set()
        self._again: dict[str, Sequence[str]] = {}

    def emit(self, event: Event) -> None:
        """Tell of the event, if it matters at this verbosity."""
        if isinstance(event, ModelsChosen):
            self._origins = event.origins
            if event.note:
                self._screen.note(f"{event.note} Use --provider for another.")
        if isinstance(event, MadeFromStale):
            names = " and ".join(each.upper() for each in event.stale)
            self._screen.note(f"{event.stage.upper()} is based on stale artifacts: {names}.")
        if isinstance(event, NotFollowed):
            for line in unmet_lines(each for each in event.unmet if each not in self._unmet):
                self._screen.note(line)
            self._unmet.update(event.unmet)
        self._follow(event)
        self._follow_content(event)
        self._follow_reading(event)
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
                continues = " continues" if event.resumed else ""
                self._screen.note(f"{event.stage.upper()}: run {event.run}{continues}")
            case PhaseStarted():
                self._phase = UsageCounter()
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
                self._screen.note(f"This message was ignored: {event.problem}")
            case RequestShortened() if self._writing is None and event != self._shortened:
                self._shortened = event
                self._screen.note(f"  left out: {'; '.join(event.left_out)}")
            case PhaseCompleted():
                self._screen.note(f"  {', '.join(sum_of_phase(event, self._phase))}")
            case _:
                pass

    def _follow_content(self, event: Event) -> None:
        match event:
            case WritingStarted():
                self._writing = UsageCounter(self._now())
                passages = format_count(event.passages, "passage")
                asked = f"{event.passages - event.kept} of " if event.kept else ""
                self._screen.note(f"Writing {asked}{passages} with {event.model}")
            case SectionAskedAgain():
                faults = _first_of(event.faults, "fault")
                self._screen.note(f"  {event.section} is requested again: {faults}")
            case AnswerCut() | AnswerMended():
                self._screen.note(f"  {_set_right(event)}")
            case PassageAskedAgain() if self._writing:
                self._again[event.passage] = event.findings
            case PassageWritten() if self._writing:
                self._writing.add_passage(event)
                self._tell_passage(event)
                if event.done < event.total:
                    self._tell_passages(event, self._writing)
                else:
                    seconds = self._now() - self._writing.began
                    parts = sum_of_writing(event, self._writing, seconds)
                    self._screen.note(f"  {', '.join(parts)}")
                    self._writing = None
            case _:
                pass

    def _follow_reading(self, event: Event) -> None:
        match event:
            case WholeReadingStarted():
                arcs = format_count(event.arcs, "whole playthrough")
                self._screen.note(f"Reviewing {arcs} with {event.model}")
            case WholeRead():
                self._screen.note(f"  {_sum_of_reading(event)}")
            case ReadingFailed(reading="whole"):
                self._screen.note(
                    "  one playthrough was not reviewed: the model gave no valid answer"
                )
            case WholeUnread():
                why = event.problem or f"{event.model} cannot review prose."
                self._screen.note(f"  The full review was skipped: {why}")
            case _:
                pass

    def _tell_passage(self, event: PassageWritten) -> None:
        """Name it, and say what was found in it, unless it was there before."""
        mended = self._again.pop(event.passage, ())
        if event.kept:
            return
        title = one_line(event.title or event.passage)
        self._screen.note(f"  {title}, {format_count(event.words, 'word')}")
        if event.findings:
            self._screen.note(f"    finding: {_first_of(event.findings, 'finding')}")
        elif mended:
            self._screen.note(f"    rewritten because of: {_first_of(mended, 'finding')}")

    def _tell_passages(self, event: PassageWritten, writing: UsageCounter) -> None:
        done = f"{event.done} of {format_count(event.total, 'passage')}"
        left = writing.time_left(self._now, event.total - event.done)
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
            case ReadingFailed() if event.reading != "whole":
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
                tokens = format_count(event.usage.output_tokens, "token")
                self._screen.note(f"  answer {how}: {tokens}, {event.finish_reason}")
            case ValidationStarted():
                self._screen.note(f"  checking attempt {event.attempt}")
            case ValidationFailed():
                self._screen.note(f"  attempt {event.attempt}: {event.field}: {event.issue}")
            case ValidationPassed():
                self._screen.note(f"  attempt {event.attempt} is valid")
            case _:
                pass


def _set_right(event: AnswerCut | AnswerMended) -> str:
    """What code did about the last answer."""
    if isinstance(event, AnswerCut):
        return f"shortened because it was still too long: {', '.join(event.fields)}"
    return f"{event.section} still broke rules and was replaced by the nearest valid version"


def _first_of(texts: Sequence[str], noun: str) -> str:
    """The first of them, in brief, and how many there are beyond."""
    more = f" (and {format_count(len(texts) - 1, f'other {noun}')})" if len(texts) > 1 else ""
    return f"{clip(texts[0], _LONGEST)}{more}" if texts else ""


def _sum_of_reading(event: WholeRead) -> str:
    if not event.findings:
        return "no findings"
    found = f"{format_count(event.findings, 'finding')}, {event.serious} of them serious"
    parts = [found]
    if event.exchanged:
        parts.append(f"{event.exchanged} fixed by small edits")
    if event.mended:
        parts.append(f"{format_count(len(event.mended), 'passage')} rewritten")
    told = "; ".join(parts)
    if event.mended or event.exchanged == event.findings:
        return told
    return f"{told}: see `{command_of(SimpleAction.CHECK_STRUCTURE)}`"
